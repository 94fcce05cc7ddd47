import type { ColumnName } from '@storewright/rows';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Listing } from './keyset';

export function selectColumns<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  columns: readonly ColumnName<E>[],
): SelectQueryBuilder<E> {
  query.select([]);
  for (const column of columns) query.addSelect(`${query.alias}.${column}`, column);
  return query;
}

/**
 * Converts a query to a list. The query must have a condition but no order or groups, because each page
 * appends its own conditions. Selected expressions cannot have parameters, because the SQL that counts the
 * rows omits these expressions.
 */
export function listing<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  keys: Listing['keys'],
): Listing {
  const [text, values] = query.getQueryAndParameters();
  const [bare] = query.clone().select('1').getQueryAndParameters();
  const from = bare.slice('SELECT 1 '.length);
  if (!text.endsWith(` ${from}`)) throw new Error('selected expressions of a list cannot have parameters');
  return { columns: text.slice('SELECT '.length, -from.length).trim(), from, values, keys };
}

/**
 * Converts a query to a list with expensive conditions, which `narrow` adds. A page examines a limited number
 * of rows. If too few of the examined rows match, the page is partial (`LookedUp`).
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

export function namedValues<E extends object>(...columns: ColumnName<E>[]): Record<string, () => string> {
  return Object.fromEntries(columns.map((column) => [column, () => `:${column}`]));
}
