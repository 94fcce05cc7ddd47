import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors';

/** Limits of retries. */
export interface RetryPolicy {
  maxRetries: number;
  /** Maximum requested delay in seconds. Above it, the caller gets the error at once. */
  maxRetryAfter: number;
  random(): number;
}

const firstDelayMs = 300;
const maxDelayMs = 8_000;

/** Statuses that a gateway sends, with or without the request reaching the server. */
const gatewayStatuses = [502, 503, 504];

/**
 * Milliseconds until the next attempt, or undefined for none. `attempt`: from 0. `repeatable`: repeating the
 * request has no further effect, because it reads or has an Idempotency-Key.
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
  // Random half, so that clients of the same failure do not retry together.
  return Math.max(asked * 1000, planned / 2) + (planned / 2) * random();
}

/** Codes of requests that the server did not process, so even changes can be sent again. */
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
