import type { DocumentRow } from '@storewright/json-api';
import type { Order } from './order';

/**
 * Limits on the work of a metadata search for one page (docs/adr/meta-search.md). A page that reaches a limit
 * ends early and returns the position at which the next page continues. Searches with matches stay far below
 * the limits.
 */
export interface Bound {
  /** Maximum number of index entries that a search reads per value. */
  entries: number;
  /** Maximum number of search segments to read among those that contain every key. */
  segments: number;
  /**
   * Maximum number of search segments that a search skips. Larger than the number of segments in a shop with
   * a million meta objects.
   */
  passed: number;
  /**
   * Maximum number of rows to scan for a sort order other than by id, if the result has more than `sorted`
   * rows and cannot be sorted.
   */
  rows: number;
  sorted: number;
}

export const pageBound: Bound = { entries: 4_000, segments: 16, passed: 256, rows: 4_000, sorted: 1_000 };

/**
 * Splits the rows of a page at the marker row, which the search returns if it ended early. Rows after the
 * marker belong to the next page.
 */
export function untilEnd(
  rows: DocumentRow[],
  order: readonly Order[],
): { rows: DocumentRow[]; end?: string[] } {
  const at = rows.findIndex(({ version }) => version === null);
  if (at < 0) return { rows };
  return { rows: rows.slice(0, at), end: order.map(({ column }) => String(rows[at]![column])) };
}
