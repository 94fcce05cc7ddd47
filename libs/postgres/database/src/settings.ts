import type { Statement } from './prepared-client';

/** A setting that ends with its transaction. Its value was checked, or is ours: nothing in it needs an escape. */
export type Setting = readonly [name: string, value: string];

/** As SQL, a statement for each: `set_config()` does not reach the workers of Citus. */
export function setLocal(settings: readonly Setting[]): string {
  return settings.map(([name, value]) => `SET LOCAL ${name} = '${value}';`).join('');
}

/** As one statement that is prepared, which SET cannot be, and gives no row. */
export function setConfig(settings: readonly Setting[]): Statement {
  const values: string[] = [];
  for (const [name, value] of settings) values.push(name, value);
  return { name: 'settings', text: (texts[settings.length] ??= textOf(settings.length)), values };
}

const texts: string[] = [];

/** All arguments of a function are computed, while AND would stop at the first one. */
function textOf(count: number): string {
  const calls = Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return `SELECT WHERE num_nonnulls(${calls.join()}) = 0`;
}
