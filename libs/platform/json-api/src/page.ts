import type { Cursor } from './cursor';
import { isWithinDepth, type ListQuery } from './list-query';
import { writeQueryString } from './query-string';
import type { Row } from './resource';

/** One page of a list, rows in the order asked for. */
export interface Page {
  rows: Row[];
  /** The query of the link, with its `?`; null: there is no such page. */
  first: string;
  prev: string | null;
  next: string | null;
  /** Size of the whole list, where `page[total]` asked for it. */
  total?: number;
  /** Looking for more ended before the page was full, and before the list was through: `next` (or `prev`, backwards) goes on from there. */
  partial?: true;
}

/** How many rows to read for a page: one more than it shows, to know whether it goes on. */
export function rowsToRead(query: ListQuery): number {
  return query.size + 1;
}

/** How many rows to pass over, for `page[number]`. */
export function rowsToSkip(query: ListQuery): number {
  return query.number === undefined ? 0 : (query.number - 1) * query.size;
}

/**
 * Makes the page from the rows read: `rowsToRead` many at the most, walked backwards where `page[before]` asked for it. `end`: the place up to which rows were looked
 * for, where that is not the end of the list.
 */
export function pageOf(query: ListQuery, read: Row[], total?: number, end?: Cursor): Page {
  const more = read.length > query.size;
  const rows = more ? read.slice(0, query.size) : read;
  if (query.before) rows.reverse();
  const page = { rows, first: link(query), ...(total === undefined ? {} : { total }) };
  if (query.number !== undefined) {
    const { number } = query;
    return {
      ...page,
      prev: number > 1 ? link(query, 'number', String(number - 1)) : null,
      next: more && isWithinDepth(number + 1, query.size) ? link(query, 'number', String(number + 1)) : null,
    };
  }
  const partial = end !== undefined && !more;
  return { ...page, ...linksOf(query, rows, partial ? end : undefined, more), ...(partial && { partial }) };
}

/** Where the pages before and after one by cursor begin. `end`: of a partial one. */
function linksOf(
  query: ListQuery,
  rows: Row[],
  end: Cursor | undefined,
  more: boolean,
): Pick<Page, 'prev' | 'next'> {
  const at = (row: Row | undefined) => (row ? cursorOf(query, row) : end);
  const before = (cursor: Cursor = []) => cursorLink(query, 'before', cursor);
  const after = (cursor?: Cursor) => (cursor ? cursorLink(query, 'after', cursor) : link(query));
  const [first, last] = [at(rows[0]), at(rows.at(-1))];
  if (query.before) {
    const nothingBehind = query.before.length === 0;
    const prev = more ? before(first) : end ? before(end) : null;
    return { prev, next: nothingBehind ? null : after(last) };
  }
  const next = more ? after(last) : end ? after(end) : null;
  return { prev: query.after ? before(first) : null, next };
}

function cursorOf(query: ListQuery, row: Row): Cursor {
  return query.order.map(({ column }) => String(row[column]));
}

function cursorLink(query: ListQuery, side: 'after' | 'before', cursor: Cursor): string {
  return link(query, side, query.cursors.encode(query.order, cursor));
}

/** The same list, with its size, filters, sort and fields, at another place. */
function link(query: ListQuery, name?: 'after' | 'before' | 'number', value?: string): string {
  const places = ['page[after]', 'page[before]', 'page[number]'];
  const kept = [...query.parameters].filter(([parameter]) => !places.includes(parameter));
  return writeQueryString(name && value !== undefined ? [...kept, [`page[${name}]`, value] as const] : kept);
}
