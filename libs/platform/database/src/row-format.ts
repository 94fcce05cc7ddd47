import type { DatabaseKind } from '@storewright/config';
import { types, type CustomTypesConfig } from 'pg';

const timestamptz = 1184;
const asText: ReadonlySet<number> = new Set([20 /* int8 */, 114 /* json */, 3802 /* jsonb */]);

/**
 * How columns arrive: JSON stays the text that Postgres printed, so that it can be spliced into a document; a timestamp becomes
 * `2019-07-14T09:23:34.000000Z` with all its microseconds, which JavaScript's Date would drop (docs/contract.md §2).
 * The session's time zone is UTC (see `sessionSettings`).
 */
export const rowFormat: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === timestamptz) return isoMicroseconds;
    if (asText.has(oid)) return (text: string) => text;
    return types.getTypeParser(oid, format as 'text');
  }) as CustomTypesConfig['getTypeParser'],
};

const settings = [
  'TimeZone=UTC',
  'DateStyle=ISO,YMD',
  'IntervalStyle=iso_8601',
  'extra_float_digits=1',
  'jit=off',
];

/**
 * Statements are written so that their shape forces the way (docs/adr/meta-search.md): planning them anew for each request costs more than most of them, and
 * compiling them too. Citus finds the shard by the values, and gives its workers the settings of a transaction.
 */
const planning = {
  postgres: ['plan_cache_mode=force_generic_plan'],
  citus: ['plan_cache_mode=force_custom_plan', 'citus.propagate_set_commands=local'],
};

/** What every connection starts with. Without UTC and ISO the timestamps would not be what `rowFormat` expects. */
export function sessionSettingsOf(kind: DatabaseKind): string {
  return [...settings, ...planning[kind]].map((setting) => `-c ${setting}`).join(' ');
}

/** Of a server that is no cluster. */
export const sessionSettings = sessionSettingsOf('postgres');

/** `2019-07-14 09:23:34.12+00`, as Postgres prints it, in the form of the contract. */
export function isoMicroseconds(text: string): string {
  const zone = text.length - 3;
  if (text[10] !== ' ' || text.slice(zone) !== '+00')
    throw new Error(`not a UTC timestamp of our range: ${text}`);
  const fraction = zone > 20 ? text.slice(20, zone).padEnd(6, '0') : '000000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
