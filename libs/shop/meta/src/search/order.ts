import type { Bound } from './bound';
import type { Parameters } from './sql';

/** One column of a sort; the last is `id`, so that the order is total. */
export interface Order {
  column: string;
  descending: boolean;
}

const typeOf = (column: string) => (column === 'id' ? 'uuid' : 'text');

export function orderBy(alias: string, order: readonly Order[]): string {
  return order.map(({ column, descending }) => `${alias}.${column}${descending ? ' DESC' : ''}`).join(', ');
}

/** The same, where the row of the end may be among them: behind the object of its place. */
export function orderToEnd(
  alias: string,
  { order, bound }: { order: readonly Order[]; bound?: Bound },
): string {
  return bound ? `${orderBy(alias, order)}, ${alias}.version` : orderBy(alias, order);
}

/** A column that the question fixes. */
export interface Fixed {
  column: string;
  value: string;
}

/** The rows behind a cursor (or all), among those whose fixed columns have their values, as bounds of an index in the order (fixed, order). */
export function bounds(
  fixed: Fixed[],
  order: readonly Order[],
  cursor: readonly string[] | undefined,
  parameters: Parameters,
): string {
  const descending = order[0]!.descending;
  const start = [...fixed.map(({ column, value }) => ({ column, value, descending }))];
  const places = cursor ? order.map((each, index) => ({ ...each, value: cursor[index]! })) : [];
  const terms: string[] = [];
  if (start.length > 0) {
    const values = start.map(({ column, value }) => parameters.add(value, typeOf(column)));
    const row = `(${start.map(({ column }) => `m.${column}`).join(', ')})`;
    // Bounds instead of equality: then only the index in this very order can give the rows in order, whatever the statistics say.
    terms.push(`${row} >= (${values.join(', ')}) AND ${row} <= (${values.join(', ')})`);
    // Implied, but only so the planner counts the second column of the index, too.
    if (start.length > 1)
      for (const [index, { column }] of start.entries())
        terms.push(`m.${column} >= ${values[index]} AND m.${column} <= ${values[index]}`);
  }
  if (places.length > 0) terms.push(behind([...start, ...places], parameters));
  return terms.map((term) => ` AND ${term}`).join('');
}

interface Place extends Order {
  value: string;
}

function behind(places: Place[], parameters: Parameters): string {
  const values = places.map(({ column, value }) => parameters.add(value, typeOf(column)));
  const first = places[0]!.descending;
  if (places.every(({ descending }) => descending === first)) {
    const names = places.map(({ column }) => `m.${column}`).join(', ');
    return `(${names}) ${first ? '<' : '>'} (${values.join(', ')})`;
  }
  return `m.${places[0]!.column} ${first ? '<=' : '>='} ${values[0]} AND ${step(places, values)}`;
}

/** Mixed directions: behind in the first column, or level with it and behind in the rest. */
function step([place, ...rest]: Place[], [value, ...values]: string[]): string {
  const { column, descending } = place!;
  const beyond = `m.${column} ${descending ? '<' : '>'} ${value}`;
  return rest.length === 0 ? beyond : `(${beyond} OR (m.${column} = ${value} AND ${step(rest, values)}))`;
}
