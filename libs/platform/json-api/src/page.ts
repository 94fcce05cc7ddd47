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
  /** Further members of the document's `meta`. */
  meta?: Readonly<Record<string, unknown>>;
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
  const first = firstOf(query);
  const page: Page = { rows, first, prev: null, next: null };
  if (total !== undefined) page.total = total;
  if (query.number !== undefined) {
    const { number } = query;
    if (number > 1) page.prev = placed(first, 'number', String(number - 1));
    if (more && isWithinDepth(number + 1, query.size))
      page.next = placed(first, 'number', String(number + 1));
    return page;
  }
  if (end !== undefined && !more) page.partial = true;
  addPlaces(page, query, page.partial && end, more);
  return page;
}

/** Where the pages before and after one by cursor begin. `end`: of a partial one. */
function addPlaces(page: Page, query: ListQuery, end: Cursor | undefined, more: boolean): void {
  const { rows, first } = page;
  const at = (row: Row | undefined) => (row ? cursorOf(query, row) : end);
  const link = (side: 'after' | 'before', cursor: Cursor = []) =>
    placed(first, side, query.cursors.encode(query.order, cursor));
  if (query.before) {
    if (more) page.prev = link('before', at(rows[0]));
    else if (end) page.prev = link('before', end);
    // Behind the end of the list is nothing.
    if (query.before.length === 0) return;
    const last = at(rows.at(-1));
    page.next = last ? link('after', last) : first;
    return;
  }
  if (query.after) page.prev = link('before', at(rows[0]));
  const last = more ? at(rows.at(-1)) : end;
  if (last) page.next = link('after', last);
}

function cursorOf(query: ListQuery, row: Row): Cursor {
  return query.order.map(({ column }) => String(row[column]));
}

const places = ['page[after]', 'page[before]', 'page[number]'];

/** The same list from its beginning, with its size, filters, sort and fields. */
function firstOf({ parameters }: ListQuery): string {
  return writeQueryString([...parameters].filter(([parameter]) => !places.includes(parameter)));
}

/** The same at another place. */
function placed(first: string, name: 'after' | 'before' | 'number', value: string): string {
  return `${first === '' ? '?' : `${first}&`}${encodeURIComponent(`page[${name}]`)}=${encodeURIComponent(value)}`;
}
