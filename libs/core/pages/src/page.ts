export interface Order {
  column: string;
  descending: boolean;
}

/**
 * Position in a paginated list: the values of one row in the sort columns. An empty array means the end of
 * the list.
 */
export type Position = readonly string[];

export interface PageQuery {
  size: number;
  /** Sort criteria. The last sort column is unique, so the order of rows is unambiguous. */
  order: readonly Order[];
  after?: Position;
  before?: Position;
  /** Page number, starting at 1. Absent if the page is defined by a position in the list. */
  number?: number;
  /** True if the client requested the total number of rows in the list. */
  total: boolean;
}

export interface Page {
  rows: Record<string, unknown>[];
  /** True if more rows follow the page, or precede it if `before` is set. */
  hasMore: boolean;
  firstPosition?: Position;
  lastPosition?: Position;
  /** Position at which a limited search stopped before the page was full. */
  end?: Position;
  total?: number;
  meta?: Readonly<Record<string, unknown>>;
}

/** Returns the number of rows to query for a page: the page size plus one, to detect a next page. */
export function rowsToRead({ size }: PageQuery): number {
  return size + 1;
}

/** Returns the number of rows to skip before a page that the client requests by number. */
export function rowsToSkip({ number, size }: PageQuery): number {
  return number === undefined ? 0 : (number - 1) * size;
}

/**
 * Builds a page from queried rows and drops the row that was only read to detect a next page. If `before` is
 * set, the rows are in reverse order. `end` is the position at which a search stopped at its limit.
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
