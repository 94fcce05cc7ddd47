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
 * Makes the page from the rows read: `rowsToRead` many at the most, walked backwards where `page[before]` asked for it.
 */
export function pageOf(query: ListQuery, read: Row[], total?: number): Page {
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
  const [first, last] = [rows[0], rows.at(-1)];
  const before = (row: Row | undefined) => cursorLink(query, 'before', row ? cursorOf(query, row) : []);
  const after = (row: Row | undefined) =>
    row ? cursorLink(query, 'after', cursorOf(query, row)) : link(query);
  if (query.before) {
    const nothingBehind = query.before.length === 0;
    return { ...page, prev: more ? before(first) : null, next: nothingBehind ? null : after(last) };
  }
  return { ...page, prev: query.after ? before(first) : null, next: more ? after(last) : null };
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
