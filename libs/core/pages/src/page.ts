/** A sort criterion of a paginated list. */
export interface Order {
  column: string;
  descending: boolean;
}

/**
 * Position in a paginated list: the values of one row in the sort columns. An empty position means the end of
 * the list.
 */
export type Position = readonly string[];

/** Query for one page of a list. */
export interface PageQuery {
  size: number;
  /** Sort criteria. The last sort column is unique, so the order of rows is unambiguous. */
  order: readonly Order[];
  after?: Position;
  before?: Position;
  /** Page number, starting at 1. Absent if a position identifies the page. */
  number?: number;
  /** True if the client requested the total number of rows in the list. */
  total: boolean;
}

/** One page of a list, in the requested order. */
export interface Page {
  rows: Record<string, unknown>[];
  /** True if more rows follow the page, or precede it if `before` is set. */
  hasMore: boolean;
  /** Positions of the first and last row of the page. Absent for an empty page. */
  firstPosition?: Position;
  lastPosition?: Position;
  /** Position at which a search stopped at its limit before the page was full. */
  end?: Position;
  /** Total number of rows in the list, if the client requested it. */
  total?: number;
  /** Additional members of `meta` in the response document of the list. */
  meta?: Readonly<Record<string, unknown>>;
}

/** Returns the number of rows to read: one more than the page size, to detect a next page. */
export function rowsToRead({ size }: PageQuery): number {
  return size + 1;
}

/** Returns the number of rows before a page that is requested by number. */
export function rowsToSkip({ number, size }: PageQuery): number {
  return number === undefined ? 0 : (number - 1) * size;
}

/**
 * Builds the page from up to `rowsToRead` rows, which are in reverse order if `before` is set. `end` is the
 * position at which a limited search stopped.
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
