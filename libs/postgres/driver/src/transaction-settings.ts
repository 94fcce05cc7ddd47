import type { Setting, Statement } from './statement';

/**
 * Returns a SET LOCAL statement for each setting, because Citus does not forward `set_config()` to worker
 * nodes.
 */
export function setLocal(settings: readonly Setting[]): string {
  return settings.map(([name, value]) => `SET LOCAL ${name} = '${value}';`).join('');
}

/**
 * Returns one statement that applies all settings to the transaction and returns no row. Postgres can prepare
 * this statement.
 */
export function setConfig(settings: readonly Setting[]): Statement {
  const values: string[] = [];
  for (const [name, value] of settings) values.push(name, value);
  return { name: 'settings', text: (texts[settings.length] ??= textOf(settings.length)), values };
}

const texts: string[] = [];

/**
 * Returns SQL that applies `count` settings. The SQL uses `num_nonnulls`, which evaluates every argument. AND
 * would stop at the first false argument.
 */
function textOf(count: number): string {
  const calls = Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return `SELECT WHERE num_nonnulls(${calls.join()}) = 0`;
}
