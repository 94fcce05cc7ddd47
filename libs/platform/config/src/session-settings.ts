import type { DatabaseKind } from './settings';

/** Services rely on times in UTC and ISO format. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  jit: 'off',
};

/**
 * Generic plans: statements are written for one plan (docs/adr/meta-search.md), and planning each execution
 * would cost more than most of them. JIT compilation costs more, too. Citus needs custom plans to find the
 * shard, and passes transaction settings to its workers.
 */
const planning = {
  postgres: { plan_cache_mode: 'force_generic_plan' },
  citus: { plan_cache_mode: 'force_custom_plan', 'citus.propagate_set_commands': 'local' },
};

/**
 * Settings of every database session, by name. Sessions set them at the start. The role has them as well, for
 * sessions behind a pooler that cannot set them.
 */
export function settingsOfSessions(kind: DatabaseKind): Readonly<Record<string, string>> {
  return { ...settings, ...planning[kind] };
}
