import {
  type Cursor,
  type ListQuery,
  type Page,
  pageOf,
  type Row,
  rowsToRead,
  rowsToSkip,
} from '@storewright/json-api';
import type { Statement } from './pipelined-connections';

/** A list as SQL, without its order and its place. */
export interface Listing {
  /** What each row has, under the names of the document. */
  columns: string;
  /** `FROM … WHERE …`, with parameters from $1. */
  from: string;
  values: readonly unknown[];
  /** The expression of each column to sort by, `id` among them; never null, and a cursor's text compares with it (uuid or text). */
  keys: Readonly<Record<string, string>>;
}

/** Reads one page of a list by its cursor: stable while others write, and never a count unless asked for (CONTRACT §2). */
export async function readPage(
  read: (statement: Statement) => Promise<Row[]>,
  listing: Listing,
  query: ListQuery,
): Promise<Page> {
  const { from, values } = listing;
  const [rows, total] = await Promise.all([
    read(pageStatement(listing, query)),
    query.total
      ? read({ text: `SELECT count(*)::integer AS total ${from}`, values: [...values] })
      : undefined,
  ]);
  return pageOf(query, rows, total && Number(total[0]!['total']));
}

/** The statement of a page: one row more than it shows, and backwards where `page[before]` asks for it. */
export function pageStatement({ columns, from, values, keys }: Listing, query: ListQuery): Statement {
  const all = [...values];
  const backwards = query.before !== undefined;
  const order = query.order.map(({ column, descending }) => ({
    key: keys[column]!,
    descending: descending !== backwards,
  }));
  const place = beyond(order, query.before ?? query.after ?? [], all);
  const by = order.map(({ key, descending }) => (descending ? `${key} DESC` : key)).join();
  all.push(rowsToRead(query), rowsToSkip(query));
  return {
    text: `SELECT ${columns} ${from}${place} ORDER BY ${by} LIMIT $${all.length - 1} OFFSET $${all.length}`,
    values: all,
  };
}

/**
 * Everything behind the cursor in this order: greater in the first column, or equal there and greater in the next, and so on. Where all columns go one way
 * Postgres compares them as one row, which an index answers; otherwise the first column alone tells the index where to begin.
 */
function beyond(order: { key: string; descending: boolean }[], cursor: Cursor, values: unknown[]): string {
  if (cursor.length === 0) return '';
  const first = values.length + 1;
  values.push(...cursor);
  const places = order.map((_, at) => `$${first + at}`);
  const [{ key, descending }] = order as [{ key: string; descending: boolean }];
  const behind = descending ? '<' : '>';
  if (order.every((each) => each.descending === descending))
    return ` AND (${order.map((each) => each.key).join()}) ${behind} (${places.join()})`;
  const ways = order.map(({ key, descending }, at) => {
    const equal = order.slice(0, at).map((before, place) => `${before.key} = $${first + place}`);
    return [...equal, `${key} ${descending ? '<' : '>'} $${first + at}`].join(' AND ');
  });
  return ` AND ${key} ${behind}= $${first} AND (${ways.join(' OR ')})`;
}
