import type { Cursor } from './cursor';
import { isWithinDepth, type ListQuery } from './list-query';
import { writeQueryString } from './query-string';
import type { DocumentRow } from './types';

/** One page of a list, in the requested order. */
export interface Page {
  rows: DocumentRow[];
  /** Query of the link, including `?`. null if there is no such page. */
  first: string;
  prev: string | null;
  next: string | null;
  /** Size of the whole list, if `page[total]` is true. */
  total?: number;
  /** The search stopped at its limit before the page was full. `next` (or `prev`, backwards) continues it. */
  partial?: true;
  /** Further members of the document's `meta`. */
  meta?: Readonly<Record<string, unknown>>;
}

/** Number of rows to read: one more than the page, to detect a next page. */
export function rowsToRead(query: ListQuery): number {
  return query.size + 1;
}

/** Number of rows to skip for `page[number]`. */
export function rowsToSkip(query: ListQuery): number {
  return query.number === undefined ? 0 : (query.number - 1) * query.size;
}

/**
 * Builds the page from up to `rowsToRead` rows, which are in reverse order for `page[before]`. `end` is the
 * position at which a limited search stopped.
 */
export function pageOf(query: ListQuery, read: DocumentRow[], total?: number, end?: Cursor): Page {
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

/** Sets the links of a cursor page. `end` is the end of a partial page. */
function addPlaces(page: Page, query: ListQuery, end: Cursor | undefined, more: boolean): void {
  const { rows, first } = page;
  const at = (row: DocumentRow | undefined) => (row ? cursorOf(query, row) : end);
  const link = (side: 'after' | 'before', cursor: Cursor = []) =>
    placed(first, side, query.cursors.encode(query.order, cursor));
  if (query.before) {
    if (more) page.prev = link('before', at(rows[0]));
    else if (end) page.prev = link('before', end);
    // The page starts at the end of the list, so nothing follows.
    if (query.before.length === 0) return;
    const last = at(rows.at(-1));
    page.next = last ? link('after', last) : first;
    return;
  }
  if (query.after) page.prev = link('before', at(rows[0]));
  const last = more ? at(rows.at(-1)) : end;
  if (last) page.next = link('after', last);
}

function cursorOf(query: ListQuery, row: DocumentRow): Cursor {
  return query.order.map(({ column }) => String(row[column]));
}

const places = ['page[after]', 'page[before]', 'page[number]'];

/** Query of the first page with the same size, filters, sort order and fields. */
function firstOf({ parameters }: ListQuery): string {
  return writeQueryString([...parameters].filter(([parameter]) => !places.includes(parameter)));
}

/** Query of the page at another position. */
function placed(first: string, name: 'after' | 'before' | 'number', value: string): string {
  return `${first === '' ? '?' : `${first}&`}${encodeURIComponent(`page[${name}]`)}=${encodeURIComponent(value)}`;
}
