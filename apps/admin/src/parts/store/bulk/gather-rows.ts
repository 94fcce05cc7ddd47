/** Maximum number of selected rows. A bulk change of more rows would take an hour and exhaust the browser's memory. */
export const MOST_ROWS = 5_000;

/** True if the list may have more rows than a user can select. The total of a search is undefined. */
export function isCapped(count: number, total: number | undefined): boolean {
  return count >= MOST_ROWS && (total === undefined || total > MOST_ROWS);
}

export interface RowsPage<R> {
  rows: readonly R[];
  next: string | undefined;
}

interface GatherOptions<R> {
  /** Loads a page of rows. `place` is the pagination link, or undefined for the first page. */
  read: (place: string | undefined) => Promise<RowsPage<R>>;
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

/**
 * Loads all rows of a list page by page. Deduplicates rows that move between pages. Returns undefined if the user
 * cancels.
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
