import type { Row } from '@storewright/json-api';
import type { Order } from './order';

/**
 * How much one page may read where its conditions hardly meet. A page that reaches it ends there, full or not, and tells its place: the next page goes on from it
 * (docs/adr/meta-search.md). Each is far above what pages need that find something.
 */
export interface Bound {
  /** Of each value asked for, so many entries. */
  entries: number;
  /** Segments that hold every key asked for. */
  segments: number;
  /** Segments that are passed, whatever is in them: as many as a shop of a million objects has. */
  passed: number;
  /** In another order than the ids': of a set that is larger than `sorted`, which is not sorted, so many rows are looked at. */
  rows: number;
  sorted: number;
}

export const pageBound: Bound = { entries: 4_000, segments: 16, passed: 256, rows: 4_000, sorted: 1_000 };

/** The objects found, and where the search ended, if that was early. What is behind that place comes with another page. */
export function untilEnd(rows: Row[], order: readonly Order[]): { rows: Row[]; end?: string[] } {
  const at = rows.findIndex(({ version }) => version === null);
  if (at < 0) return { rows };
  return { rows: rows.slice(0, at), end: order.map(({ column }) => String(rows[at]![column])) };
}
