import type { DocumentRow } from '@storewright/json-api';
import type { Order } from './order';

/**
 * Maximum work of one page. A page that reaches a limit ends early and returns its position, where the next
 * page continues (docs/adr/meta-search.md). The limits are far above the needs of a search with matches.
 */
export interface Bound {
  /** Maximum number of index entries per value. */
  entries: number;
  /** Maximum number of segments that contain every key. */
  segments: number;
  /** Maximum number of segments to skip, as many as a shop with a million objects has. */
  passed: number;
  /**
   * For another order than by id: maximum number of rows to scan if the result set is larger than `sorted`
   * and cannot be sorted.
   */
  rows: number;
  sorted: number;
}

export const pageBound: Bound = { entries: 4_000, segments: 16, passed: 256, rows: 4_000, sorted: 1_000 };

/**
 * Separates the found rows from the position of an early end. Rows after that position belong to the next
 * page.
 */
export function untilEnd(
  rows: DocumentRow[],
  order: readonly Order[],
): { rows: DocumentRow[]; end?: string[] } {
  const at = rows.findIndex(({ version }) => version === null);
  if (at < 0) return { rows };
  return { rows: rows.slice(0, at), end: order.map(({ column }) => String(rows[at]![column])) };
}
