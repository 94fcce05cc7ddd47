import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors';

/** Settings for retries of failed requests. */
export interface RetryPolicy {
  maxRetries: number;
  /**
   * Maximum delay in seconds that the client accepts from `Retry-After`. A longer delay causes an error
   * without a retry.
   */
  maxRetryAfter: number;
  random(): number;
}

const firstDelayMs = 300;
const maxDelayMs = 8_000;

/** Status codes that gateways return. The request may have reached the server. */
const gatewayStatuses = [502, 503, 504];

/**
 * Returns the delay before the next attempt in milliseconds, or undefined if the request must not be retried.
 * `attempt` starts at 0. `repeatable` is true for requests that are safe to repeat: reads, and writes with an
 * Idempotency-Key.
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
  // Randomizes half of the delay, so that clients do not retry simultaneously after a shared failure.
  return Math.max(asked * 1000, planned / 2) + (planned / 2) * random();
}

/** Error codes of requests that the server rejected without processing them. Even writes can be repeated. */
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

/** Parses `Retry-After`, in seconds or as a date. Returns seconds. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
