import type { DatabaseKind } from './settings';

/** Without UTC and ISO, times would not be what services take them for. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  jit: 'off',
};

/**
 * Statements are written so that their shape forces the way (docs/adr/meta-search.md): planning them anew for each request costs more than most of them, and
 * compiling them too. Citus finds the shard by the values, and gives its workers the settings of a transaction.
 */
const planning = {
  postgres: { plan_cache_mode: 'force_generic_plan' },
  citus: { plan_cache_mode: 'force_custom_plan', 'citus.propagate_set_commands': 'local' },
};

/** What every session of a service begins with, by name: each asks for it, and its role has it for those that come through a pooler and cannot. */
export function settingsOfSessions(kind: DatabaseKind): Readonly<Record<string, string>> {
  return { ...settings, ...planning[kind] };
}
