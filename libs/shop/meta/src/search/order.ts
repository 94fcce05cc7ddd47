import type { Bound } from './bound';
import type { Parameters } from './sql';

/** A column of a sort order. Every sort order ends with `id`, so that it is unique. */
export interface Order {
  column: string;
  descending: boolean;
}

const typeOf = (column: string) => (column === 'id' ? 'uuid' : 'text');

export function orderBy(alias: string, order: readonly Order[]): string {
  return order.map(({ column, descending }) => `${alias}.${column}${descending ? ' DESC' : ''}`).join(', ');
}

/**
 * Adds the version to a sort order, so that the marker row of a search that ended early sorts after a
 * metadata object at the same position.
 */
export function orderToEnd(
  alias: string,
  { order, bound }: { order: readonly Order[]; bound?: Bound },
): string {
  return bound ? `${orderBy(alias, order)}, ${alias}.version` : orderBy(alias, order);
}

export interface Fixed {
  column: string;
  value: string;
}

/**
 * Returns SQL conditions for an index that contains the columns with a required value, then the columns of
 * the sort order. With a page cursor, the conditions select the rows after the cursor.
 */
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
    // Compares with ranges instead of equality. Only this index can then return the rows in order, so the
    // query planner chooses it for any table statistics.
    terms.push(`${row} >= (${values.join(', ')}) AND ${row} <= (${values.join(', ')})`);
    // This redundant condition lets Postgres use the second column of the index.
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

/**
 * Returns an SQL condition for sort orders with mixed directions: after the page cursor in the first column,
 * or equal there and after the cursor in the remaining columns.
 */
function step([place, ...rest]: Place[], [value, ...values]: string[]): string {
  const { column, descending } = place!;
  const beyond = `m.${column} ${descending ? '<' : '>'} ${value}`;
  return rest.length === 0 ? beyond : `(${beyond} OR (m.${column} = ${value} AND ${step(rest, values)}))`;
}
