import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors';

/** Settings that decide whether and when a request is retried. */
export interface RetryPolicy {
  maxRetries: number;
  /**
   * Maximum delay in seconds that the server may request. If the server requests more, the error is thrown
   * without a retry.
   */
  maxRetryAfter: number;
  random(): number;
}

const firstDelayMs = 300;
const maxDelayMs = 8_000;

/** Statuses that a gateway can send whether or not the request reached the server. */
const gatewayStatuses = [502, 503, 504];

/**
 * Milliseconds until the next attempt, or undefined if the request must not be retried. `attempt` starts at
 * 0. `repeatable` means that sending the request again has no further effect, because it only reads or has an
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
  // Randomizes half of the delay, so that clients do not retry simultaneously after a common failure.
  return Math.max(asked * 1000, planned / 2) + (planned / 2) * random();
}

/**
 * Error codes of requests that the server did not process. Such requests can be sent again even if they
 * change data.
 */
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

/** Reads `Retry-After` (seconds or a date) and returns seconds. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
