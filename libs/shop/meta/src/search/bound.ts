import type { DocumentRow } from '@storewright/json-api';
import type { Order } from './order';

/**
 * Limits on the work of a metadata search for one page (docs/adr/meta-search.md). At a limit, the page ends
 * early and returns the position at which the next page continues. Most searches stay far below the limits.
 */
export interface Bound {
  /** Maximum number of search index entries to read per value. */
  entries: number;
  /** Maximum number of search index segments to read that contain every key. */
  segments: number;
  /**
   * Maximum number of search index segments to skip. The limit exceeds the number of segments in a shop with
   * a million metadata objects.
   */
  passed: number;
  /**
   * Maximum number of rows to scan if the page is not sorted by id and the result has more than `sorted`
   * rows, which are too many to sort.
   */
  rows: number;
  sorted: number;
}

export const pageBound: Bound = { entries: 4_000, segments: 16, passed: 256, rows: 4_000, sorted: 1_000 };

/**
 * Splits the rows of a page at the marker row, with which a search that ended early shows its position. Rows
 * after the marker row belong to the next page.
 */
export function untilEnd(
  rows: DocumentRow[],
  order: readonly Order[],
): { rows: DocumentRow[]; end?: string[] } {
  const at = rows.findIndex(({ version }) => version === null);
  if (at < 0) return { rows };
  return { rows: rows.slice(0, at), end: order.map(({ column }) => String(rows[at]![column])) };
}
