import type { Statement } from '@storewright/postgres-driver';

/** A statement with those of the values that its text names, numbered anew: each parameter has to be used somewhere. */
export function withNamedParameters({ name, text, values = [] }: Statement): Statement {
  const numbers = [...new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))];
  return {
    name,
    text: text.replace(/\$(\d+)/g, (_, number) => `$${numbers.indexOf(Number(number)) + 1}`),
    values: numbers.map((number) => values[number - 1]),
  };
}
