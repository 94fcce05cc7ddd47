import { isProblem, Problem } from '../../../api/problem';
import { newIdempotencyKey } from '../../idempotency-key';

/** A row that was not changed, and why. */
export interface Failure<R> {
  row: R;
  error: unknown;
}

/** What became of the rows: each of them is in one of the three. */
export interface BulkResult<R> {
  done: readonly R[];
  failed: readonly Failure<R>[];
  /** Not sent: it was stopped before, or would have failed as the rows before. */
  left: readonly R[];
}

interface BulkOptions<R> {
  /** Changes all of these or none. What it throws names the operations that it is about. `key`: the same for another try. */
  send: (rows: readonly R[], key: string) => Promise<unknown>;
  onProgress: (finished: number) => void;
  /** Before another try; ends at once where it is stopped. */
  wait: (seconds: number) => Promise<void>;
  /** Nothing is begun any more. What is on its way is waited for: nobody would know what became of it. */
  signal: AbortSignal;
}

/**
 * So many in one request. A request is done as a whole or not at all, so one with a row that fails is sent again without it: few rows, or a lot is sent twice. One row
 * in each request would take ten times the requests of the limit of the shop.
 */
export const ROWS_IN_A_REQUEST = 10;
export const MAX_TRIES = 4;
/** Whoever is to wait longer decides it by themselves. */
const MAX_WAIT_S = 60;

/** Changes rows some at a time, so that one that fails leaves the others alone. */
export async function changeRows<R>(rows: readonly R[], options: BulkOptions<R>): Promise<BulkResult<R>> {
  const [done, failed]: [R[], Failure<R>[]] = [[], []];
  let left = [...rows];
  while (left.length > 0 && !options.signal.aborted) {
    const sent = left.slice(0, ROWS_IN_A_REQUEST);
    const error = await triedToSend(sent, options);
    const named = errorsByRow(error);
    const others = sent.filter((_, at) => !named.has(at));
    // It is about none of the rows, so the rest would meet it too.
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

/** Sends them, and once more where that may help. What it could not be sent for; undefined: it is done. */
async function triedToSend<R>(rows: readonly R[], { send, wait, signal }: BulkOptions<R>): Promise<unknown> {
  // An answer that was lost is given again for the same key: nothing is done twice.
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

/** How long to wait before the same is sent again; undefined where that would not help. */
function secondsUntilNext(error: unknown, tries: number): number | undefined {
  if (!isProblem(error) || tries >= MAX_TRIES) return undefined;
  const isWorthIt = error.isPassing || error.status === 429 || error.has('idempotency_in_progress');
  const seconds = error.retryAfter ?? 2 ** (tries - 1);
  return isWorthIt && seconds <= MAX_WAIT_S ? seconds : undefined;
}

/** What is said of single rows, by their place in the request: each error points into an operation. To its row it is what it were of a request of its own. */
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

/** Rows as they are now, for another try; those that cannot be read have failed. */
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
