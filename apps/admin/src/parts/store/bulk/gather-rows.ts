/**
 * Maximum number of selected rows. Changing more rows would take an hour and exhaust the browser's memory.
 */
export const MOST_ROWS = 5_000;

/** True if the list can contain more rows than the maximum selection. For a search, the total is unknown. */
export function isCapped(count: number, total: number | undefined): boolean {
  return count >= MOST_ROWS && (total === undefined || total > MOST_ROWS);
}

/** A page of a list with the link to the next page. */
export interface RowsPage<R> {
  rows: readonly R[];
  next: string | undefined;
}

interface GatherOptions<R> {
  /** Reads a page. `place` is the link to the page, or undefined for the first page. */
  read: (place: string | undefined) => Promise<RowsPage<R>>;
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

/**
 * Reads all rows of a list page by page. Returns undefined if the person stops the reading. Returns a row
 * that moves between pages once.
 */
export async function gatherRows<R extends { id: string }>({
  read,
  onProgress,
  signal,
}: GatherOptions<R>): Promise<R[] | undefined> {
  const found = new Map<string, R>();
  let place: string | undefined;
  do {
    const { rows, next } = await read(place);
    if (signal.aborted) return undefined;
    for (const row of rows) if (found.size < MOST_ROWS) found.set(row.id, row);
    onProgress(found.size);
    place = next;
  } while (place !== undefined && found.size < MOST_ROWS);
  return [...found.values()];
}
