import type { Statement } from '@storewright/postgres-driver';

/**
 * Removes the values that the SQL does not use and renumbers the parameters, because Postgres rejects a
 * statement with unused parameters.
 */
export function withNamedParameters({ name, text, values = [] }: Statement): Statement {
  const numbers = [...new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))];
  return {
    name,
    text: text.replace(/\$(\d+)/g, (_, number) => `$${numbers.indexOf(Number(number)) + 1}`),
    values: numbers.map((number) => values[number - 1]),
  };
}
