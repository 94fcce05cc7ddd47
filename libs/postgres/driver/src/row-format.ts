import { types, type CustomTypesConfig } from 'pg';

const TIMESTAMPTZ = 1184;
const asText: ReadonlySet<number> = new Set([
  20 /* Type OID of the Postgres type int8. */, 114 /* Type OID of the Postgres type json. */,
  3802 /* Type OID of the Postgres type jsonb. */,
]);

const unchanged = (text: string) => text;

/**
 * Parsers of column values. JSON remains the text that Postgres printed, so that responses can contain the
 * text unchanged. A timestamp becomes `2019-07-14T09:23:34.000000Z` with microseconds, which a JavaScript
 * Date would drop (docs/contract.md §2). The time zone of the session must be UTC (`sessionSettings`).
 */
export const rowFormat: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return isoMicroseconds;
    if (asText.has(oid)) return unchanged;
    return types.getTypeParser(oid, format as 'text');
  }) as CustomTypesConfig['getTypeParser'],
};

/**
 * Converts a timestamp that Postgres printed, such as `2019-07-14 09:23:34.12+00`, to the format of
 * docs/contract.md §2.
 */
export function isoMicroseconds(text: string): string {
  // Fast path for timestamps with six decimals, which are most timestamps. Two replacements create a string
  // that is cheaper to append to a document.
  if (text.length === 29 && text[10] === ' ' && text.endsWith('+00'))
    return text.replace(' ', 'T').replace('+00', 'Z');
  const zone = text.length - 3;
  if (text[10] !== ' ' || text.slice(zone) !== '+00')
    throw new Error(`not a UTC timestamp with a four-digit year: ${text}`);
  const fraction = zone > 20 ? text.slice(20, zone).padEnd(6, '0') : '000000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
