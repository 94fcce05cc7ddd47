/** A sort criterion of a list. */
export interface Order {
  column: string;
  descending: boolean;
}

/** A position in a list: the values of the sort columns of one row. Empty means after the last row. */
export type Position = readonly string[];

/** The part of a list that a page shows. */
export interface PageQuery {
  size: number;
  /** Sort criteria. The last criterion is a unique column, so no two rows compare as equal. */
  order: readonly Order[];
  after?: Position;
  before?: Position;
  /** Page number, starting at 1. Absent if the page is requested by position. */
  number?: number;
  /** True if the client requested the number of rows in the whole list. */
  total: boolean;
}

/** One page of a list, in the requested order. */
export interface Page {
  rows: Record<string, unknown>[];
  /** True if more rows follow the page. With `before`, true if more rows precede the page. */
  hasMore: boolean;
  /** Positions of the first and the last row of the page. Absent for an empty page. */
  firstPosition?: Position;
  lastPosition?: Position;
  /** Position at which a limited search stopped before the page was full. */
  end?: Position;
  /** Number of rows in the whole list, if the client requested it. */
  total?: number;
  /** Additional members of `meta` in the response document. */
  meta?: Readonly<Record<string, unknown>>;
}

/** Number of rows to read: one more than the page, to detect a next page. */
export function rowsToRead({ size }: PageQuery): number {
  return size + 1;
}

/** Number of rows to skip for a page by number. */
export function rowsToSkip({ number, size }: PageQuery): number {
  return number === undefined ? 0 : (number - 1) * size;
}

/**
 * Builds the page from up to `rowsToRead` rows, which are in reverse order for `before`. `end` is the position at
 * which a limited search stopped.
 */
export function pageOf(
  { size, order, before, number }: PageQuery,
  read: Page['rows'],
  total?: number,
  end?: Position,
): Page {
  const hasMore = read.length > size;
  const rows = hasMore ? read.slice(0, size) : read;
  if (before) rows.reverse();
  const page: Page = { rows, hasMore };
  const [first, last] = [rows[0], rows.at(-1)];
  if (first) page.firstPosition = positionOf(first, order);
  if (last) page.lastPosition = positionOf(last, order);
  if (total !== undefined) page.total = total;
  if (end !== undefined && !hasMore && number === undefined) page.end = end;
  return page;
}

function positionOf(row: Page['rows'][number], order: readonly Order[]): Position {
  return order.map(({ column }) => String(row[column]));
}
