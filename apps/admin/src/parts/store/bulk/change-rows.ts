import { isProblem, Problem } from '../../../api/problem';
import { newIdempotencyKey } from '../../idempotency-key';

/** A row that was not changed, with the reason. */
export interface Failure<R> {
  row: R;
  error: unknown;
}

/** Result of a bulk change. Each row is in exactly one list. */
export interface BulkResult<R> {
  done: readonly R[];
  failed: readonly Failure<R>[];
  /** Rows that were not sent, because the person stopped the change or an error would affect every row. */
  left: readonly R[];
}

interface BulkOptions<R> {
  /**
   * Changes all rows or none. Each error names its operation. `key` is the Idempotency-Key, which is the same
   * for every retry.
   */
  send: (rows: readonly R[], key: string) => Promise<unknown>;
  onProgress: (finished: number) => void;
  /** Waits before a retry. Resolves immediately if the person stops the change. */
  wait: (seconds: number) => Promise<void>;
  /** Stops further requests. Pending requests finish, because their result would be unknown otherwise. */
  signal: AbortSignal;
}

/**
 * Number of rows per request. A request succeeds or fails as a whole, so after a failed row the request is
 * sent again without that row. Larger requests would repeat more rows, and single rows would use ten times as
 * many requests of the shop's rate limit.
 */
export const ROWS_IN_A_REQUEST = 10;
export const MAX_TRIES = 4;
/** Maximum automatic wait in seconds. The person decides about a longer wait. */
const MAX_WAIT_S = 60;

/** Changes rows in small groups, so that a failed row does not affect the others. */
export async function changeRows<R>(rows: readonly R[], options: BulkOptions<R>): Promise<BulkResult<R>> {
  const [done, failed]: [R[], Failure<R>[]] = [[], []];
  let left = [...rows];
  while (left.length > 0 && !options.signal.aborted) {
    const sent = left.slice(0, ROWS_IN_A_REQUEST);
    const error = await triedToSend(sent, options);
    const named = errorsByRow(error);
    const others = sent.filter((_, at) => !named.has(at));
    // Stops at an error that names no row, because the error would also affect the remaining rows.
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

/** Sends the rows with retries. Returns the error, or undefined on success. */
async function triedToSend<R>(rows: readonly R[], { send, wait, signal }: BulkOptions<R>): Promise<unknown> {
  // Uses the same key for every retry, so that the service returns a lost response again and repeats no
  // change.
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

/** Returns the seconds before a retry, or undefined if a retry cannot help. */
function secondsUntilNext(error: unknown, tries: number): number | undefined {
  if (!isProblem(error) || tries >= MAX_TRIES) return undefined;
  const isWorthIt = error.isPassing || error.status === 429 || error.has('idempotency_in_progress');
  const seconds = error.retryAfter ?? 2 ** (tries - 1);
  return isWorthIt && seconds <= MAX_WAIT_S ? seconds : undefined;
}

/**
 * Returns the errors by the position of the row in the request. Changes each pointer to that of a request
 * with only this row.
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

/** Reads rows again for a retry. Rows that cannot be read count as failed. */
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
