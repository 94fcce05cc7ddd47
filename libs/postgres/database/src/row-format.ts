import { type DatabaseKind, settingsOfSessions } from '@storewright/config';
import { types, type CustomTypesConfig } from 'pg';

const timestamptz = 1184;
const asText: ReadonlySet<number> = new Set([20 /* int8 */, 114 /* json */, 3802 /* jsonb */]);

const asItIs = (text: string) => text;

/**
 * How columns arrive: JSON stays the text that Postgres printed, so that it can be spliced into a document; a timestamp becomes
 * `2019-07-14T09:23:34.000000Z` with all its microseconds, which JavaScript's Date would drop (docs/contract.md §2).
 * The session's time zone is UTC (see `sessionSettings`).
 */
export const rowFormat: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === timestamptz) return isoMicroseconds;
    if (asText.has(oid)) return asItIs;
    return types.getTypeParser(oid, format as 'text');
  }) as CustomTypesConfig['getTypeParser'],
};

/** What every connection starts with. Without UTC and ISO the timestamps would not be what `rowFormat` expects. */
export function sessionSettingsOf(kind: DatabaseKind): string {
  const settings = Object.entries(settingsOfSessions(kind));
  return settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
}

/** Of a server that is no cluster. */
export const sessionSettings = sessionSettingsOf('postgres');

/** `2019-07-14 09:23:34.12+00`, as Postgres prints it, in the form of the contract. */
export function isoMicroseconds(text: string): string {
  // Nine of ten have all six digits: a text of fewer pieces, of which a document is put together faster.
  if (text.length === 29 && text[10] === ' ' && text.endsWith('+00'))
    return text.replace(' ', 'T').replace('+00', 'Z');
  const zone = text.length - 3;
  if (text[10] !== ' ' || text.slice(zone) !== '+00')
    throw new Error(`not a UTC timestamp of our range: ${text}`);
  const fraction = zone > 20 ? text.slice(20, zone).padEnd(6, '0') : '000000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
