import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors';

/** What may be done about a failed attempt. */
export interface RetryPolicy {
  maxRetries: number;
  /** A server that asks to wait longer is not waited for: the caller gets the error at once. Seconds. */
  maxRetryAfter: number;
  random(): number;
}

const firstDelayMs = 300;
const maxDelayMs = 8_000;

/** A gateway's own words, whatever became of the request. */
const gatewayStatuses = [502, 503, 504];

/**
 * Milliseconds until the next attempt; undefined: there is none.
 *
 * @param attempt from 0
 * @param repeatable the same request may be done twice with one effect: it reads, or carries an Idempotency-Key
 */
export function retryDelay(
  error: unknown,
  { attempt, repeatable }: { attempt: number; repeatable: boolean },
  { maxRetries, maxRetryAfter, random }: RetryPolicy,
): number | undefined {
  if (attempt >= maxRetries) return undefined;
  if (!wasRefusedBeforehand(error) && !(repeatable && isPassing(error))) return undefined;
  const asked = retryAfterOf(error);
  if (asked > maxRetryAfter) return undefined;
  const planned = Math.min(firstDelayMs * 2 ** attempt, maxDelayMs);
  // Half of it at random: those whom one failure hit do not come back together.
  return Math.max(asked * 1000, planned / 2) + (planned / 2) * random();
}

/** Codes by which the server says that it did nothing: then even a change can be sent again. */
const refusals: readonly string[] = ['rate_limited', 'overloaded', 'rows_locked'];

function wasRefusedBeforehand(error: unknown): boolean {
  return error instanceof ApiError && refusals.includes(error.code);
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (error instanceof UnexpectedResponseError) return gatewayStatuses.includes(error.status);
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || ['idempotency_in_progress', 'request_timeout'].includes(error.code);
}

function retryAfterOf(error: unknown): number {
  return (error as { retryAfter?: number }).retryAfter ?? 0;
}

/** `Retry-After` in seconds: a number, or a date. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
