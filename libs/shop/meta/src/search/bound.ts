import type { DocumentRow } from '@storewright/json-api';
import type { Order } from './order';

/**
 * Maximum work for one page. A page that reaches a limit ends early and returns the position at which the
 * next page continues (docs/adr/meta-search.md). A search with matches stays far below these limits.
 */
export interface Bound {
  /** Maximum number of index entries to read per value. */
  entries: number;
  /** Maximum number of search segments to read that contain every key. */
  segments: number;
  /** Maximum number of search segments to skip. A shop with a million objects has as many. */
  passed: number;
  /**
   * For sort orders other than by id: maximum number of rows to scan if the result set exceeds `sorted` and
   * cannot be sorted.
   */
  rows: number;
  sorted: number;
}

export const pageBound: Bound = { entries: 4_000, segments: 16, passed: 256, rows: 4_000, sorted: 1_000 };

/**
 * Splits the rows of a page at the marker row, which shows that the search ended early. Rows after the marker
 * belong to the next page.
 */
export function untilEnd(
  rows: DocumentRow[],
  order: readonly Order[],
): { rows: DocumentRow[]; end?: string[] } {
  const at = rows.findIndex(({ version }) => version === null);
  if (at < 0) return { rows };
  return { rows: rows.slice(0, at), end: order.map(({ column }) => String(rows[at]![column])) };
}
