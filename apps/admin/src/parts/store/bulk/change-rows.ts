import { isProblem, Problem } from '../../../api/problem';
import { newIdempotencyKey } from '../../idempotency-key';

export interface Failure<R> {
  row: R;
  error: unknown;
}

/** Result of a bulk change. Each row is in exactly one list. */
export interface BulkResult<R> {
  done: readonly R[];
  failed: readonly Failure<R>[];
  /** Rows that the panel did not send, because the user stopped the bulk change or an error would affect every row. */
  left: readonly R[];
}

interface BulkOptions<R> {
  /** Updates all rows or none in one request. `key` is the Idempotency-Key, which must be the same for every retry. */
  send: (rows: readonly R[], key: string) => Promise<unknown>;
  onProgress: (finished: number) => void;
  /** Waits before a retry of a request. Resolves early if the user stops the bulk change. */
  wait: (seconds: number) => Promise<void>;
  /**
   * Stops the bulk change before its next request. A pending request continues, because its result would otherwise be
   * unknown.
   */
  signal: AbortSignal;
}

/**
 * Number of rows per request of a bulk change. A failed row makes its request fail, so larger requests would repeat
 * more rows. Single-row requests would use ten times as much of the rate limit.
 */
export const ROWS_IN_A_REQUEST = 10;
export const MAX_TRIES = 4;
/** Maximum wait in seconds before an automatic retry. For a longer wait, the user decides whether to retry. */
const MAX_WAIT_S = 60;

/** Updates the rows of a bulk change in small requests, because one failed row makes its whole request fail. */
export async function changeRows<R>(rows: readonly R[], options: BulkOptions<R>): Promise<BulkResult<R>> {
  const [done, failed]: [R[], Failure<R>[]] = [[], []];
  let left = [...rows];
  while (left.length > 0 && !options.signal.aborted) {
    const sent = left.slice(0, ROWS_IN_A_REQUEST);
    const error = await triedToSend(sent, options);
    const named = errorsByRow(error);
    const others = sent.filter((_, at) => !named.has(at));
    // Stops the bulk change at an error that refers to no row, because the error would also affect the remaining
    // rows.
    const isOver = error !== undefined && others.length === sent.length;
    if (error === undefined) done.push(...sent);
    else failed.push(...failures(sent, (at) => (isOver ? error : named.get(at))));
    left = [...(isOver || error === undefined ? [] : others), ...left.slice(sent.length)];
    options.onProgress(done.length + failed.length);
    if (isOver) break;
  }
  return { done, failed, left };
}

function failures<R>(rows: readonly R[], errorOf: (at: number) => unknown): Failure<R>[] {
  return rows.flatMap((row, at) => {
    const error = errorOf(at);
    return error === undefined ? [] : [{ row, error }];
  });
}

/** Updates rows of a bulk change in one request, with retries. Returns the last error, or undefined on success. */
async function triedToSend<R>(rows: readonly R[], { send, wait, signal }: BulkOptions<R>): Promise<unknown> {
  // Uses one Idempotency-Key for all retries of a request. After a lost response, the service returns the same
  // response again.
  const key = newIdempotencyKey();
  for (let tries = 1; ; tries += 1) {
    try {
      await send(rows, key);
      return undefined;
    } catch (error) {
      const seconds = secondsUntilNext(error, tries);
      if (seconds === undefined || signal.aborted) return error;
      await wait(seconds);
      if (signal.aborted) return error;
    }
  }
}

/** Returns the number of seconds before a retry of a request. Returns undefined if a retry cannot help. */
function secondsUntilNext(error: unknown, tries: number): number | undefined {
  if (!isProblem(error) || tries >= MAX_TRIES) return undefined;
  const isWorthIt = error.isPassing || error.status === 429 || error.has('idempotency_in_progress');
  const seconds = error.retryAfter ?? 2 ** (tries - 1);
  return isWorthIt && seconds <= MAX_WAIT_S ? seconds : undefined;
}

/**
 * Returns the API errors of a bulk change, keyed by row position. Each JSON pointer is rewritten for a request with
 * only that row.
 */
function errorsByRow(error: unknown): Map<number, Problem> {
  const found = new Map<number, Problem>();
  if (!isProblem(error)) return found;
  for (const each of error.errors) {
    const [, place, pointer] = /^\/atomic:operations\/(\d+)(\/.*)?$/.exec(each.source?.pointer ?? '') ?? [];
    if (place === undefined) continue;
    const before = found.get(Number(place))?.errors ?? [];
    const own = { ...each, source: pointer === undefined ? {} : { pointer } };
    const status = Number(each.status ?? error.status);
    found.set(Number(place), new Problem(status, [...before, own], error.requestId));
  }
  return found;
}

/** Reloads the rows of a bulk change before a retry. A row that fails to load counts as failed. */
export async function readAgain<R>(
  rows: readonly R[],
  read: (row: R) => Promise<R>,
  signal: AbortSignal,
): Promise<BulkResult<R>> {
  const [done, failed]: [R[], Failure<R>[]] = [[], []];
  for (const [at, row] of rows.entries()) {
    if (signal.aborted) return { done, failed, left: rows.slice(at) };
    await read(row).then(
      (now) => done.push(now),
      (error: unknown) => failed.push({ row, error }),
    );
  }
  return { done, failed, left: [] };
}
