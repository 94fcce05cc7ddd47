/** More at once would take the browser's memory, and an hour. */
export const MOST_ROWS = 5_000;

/** Whether there may be more than the `count` rows that are selected, because no more can be. `total`: of a search it is not known. */
export function isCapped(count: number, total: number | undefined): boolean {
  return count >= MOST_ROWS && (total === undefined || total > MOST_ROWS);
}

/** A page of a list, and where the next one is. */
export interface RowsPage<R> {
  rows: readonly R[];
  next: string | undefined;
}

interface GatherOptions<R> {
  /** `place`: a link of the page before; undefined: the first one. */
  read: (place: string | undefined) => Promise<RowsPage<R>>;
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

/** All rows of a list, page by page, each as it is now. Undefined where it was stopped. A row that moved while it was read comes once. */
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
