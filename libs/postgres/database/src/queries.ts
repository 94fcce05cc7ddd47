import type { ColumnName } from '@storewright/entities';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Listing } from './keyset';

/** The query with these columns of its entity, and no others, each under its own name. */
export function selectColumns<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  columns: readonly ColumnName<E>[],
): SelectQueryBuilder<E> {
  query.select([]);
  for (const column of columns) query.addSelect(`${query.alias}.${column}`, column);
  return query;
}

/**
 * The list that a query makes: its rows have what it selects. It has a condition, and neither an order nor groups, because a page adds conditions; and no
 * parameters in what it selects, because a count does without.
 */
export function listing<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  keys: Listing['keys'],
): Listing {
  const [text, values] = query.getQueryAndParameters();
  const [bare] = query.clone().select('1').getQueryAndParameters();
  const from = bare.slice('SELECT 1 '.length);
  if (!text.endsWith(` ${from}`)) throw new Error('what a list selects has parameters');
  return { columns: text.slice('SELECT '.length, -from.length).trim(), from, values, keys };
}

/**
 * The same list with the conditions that `narrow` adds, which no index answers: a page looks at so many rows, and is partial where it is not full then
 * (`LookedUp`).
 */
export function walkedListing<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  keys: Listing['keys'],
  { narrow, walk }: { narrow: (query: SelectQueryBuilder<E>) => unknown; walk: number },
): Listing {
  const all = listing(query, keys);
  narrow(query);
  const { from, values } = listing(query, keys);
  const sql = from.slice(`${all.from} AND `.length);
  return { ...all, values, ...(sql !== '' && { lookedUp: { sql, walk } }) };
}

/** Values of a statement that is compiled once: each of these columns gets the value of its name. */
export function namedValues<E extends object>(...columns: ColumnName<E>[]): Record<string, () => string> {
  return Object.fromEntries(columns.map((column) => [column, () => `:${column}`]));
}
