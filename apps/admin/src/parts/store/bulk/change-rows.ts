import { isProblem, Problem } from '../../../api/problem';
import { newIdempotencyKey } from '../../idempotency-key';

/** A row that a bulk change could not update, with the error. */
export interface Failure<R> {
  row: R;
  error: unknown;
}

/** Result of a bulk change. Each row is in exactly one list. */
export interface BulkResult<R> {
  done: readonly R[];
  failed: readonly Failure<R>[];
  /**
   * Rows that were not sent, because the user stopped the bulk change or because an error would affect every
   * row.
   */
  left: readonly R[];
}

interface BulkOptions<R> {
  /**
   * Updates all rows or none in one request. Each error refers to its operation by a JSON pointer. `key` is
   * the Idempotency-Key, which must be the same for every retry.
   */
  send: (rows: readonly R[], key: string) => Promise<unknown>;
  onProgress: (finished: number) => void;
  /** Waits before a retry. Resolves immediately if the user stops the bulk change. */
  wait: (seconds: number) => Promise<void>;
  /** Stops further requests. Pending requests continue, because their result would otherwise be unknown. */
  signal: AbortSignal;
}

/**
 * Number of rows per request. A request is atomic, so it is repeated without a failed row. Larger requests
 * would repeat more rows, and single-row requests would use ten times as much of the rate limit.
 */
export const ROWS_IN_A_REQUEST = 10;
export const MAX_TRIES = 4;
/** Maximum wait in seconds before an automatic retry. The user decides about longer waits. */
const MAX_WAIT_S = 60;

/** Updates rows in small requests, because a failed row causes its whole request to be repeated. */
export async function changeRows<R>(rows: readonly R[], options: BulkOptions<R>): Promise<BulkResult<R>> {
  const [done, failed]: [R[], Failure<R>[]] = [[], []];
  let left = [...rows];
  while (left.length > 0 && !options.signal.aborted) {
    const sent = left.slice(0, ROWS_IN_A_REQUEST);
    const error = await triedToSend(sent, options);
    const named = errorsByRow(error);
    const others = sent.filter((_, at) => !named.has(at));
    // Stops at an error that refers to no row, because it would affect the remaining rows too.
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

/** Updates rows, with retries. Returns the last error, or undefined on success. */
async function triedToSend<R>(rows: readonly R[], { send, wait, signal }: BulkOptions<R>): Promise<unknown> {
  // Uses one Idempotency-Key for all retries. If a response was lost, the service returns it again without
  // repeating the change.
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
 * Returns the errors keyed by row position. Rewrites each JSON pointer as if the request had contained only
 * that row.
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

/** Reloads rows before a retry. Rows that cannot be loaded count as failed. */
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
