import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors';

export interface RetryPolicy {
  maxRetries: number;
  /**
   * Maximum delay in seconds that the client accepts from `Retry-After`. If the server requests a longer
   * delay, the client throws the error without a retry.
   */
  maxRetryAfter: number;
  random(): number;
}

const firstDelayMs = 300;
const maxDelayMs = 8_000;

/** Status codes that a gateway can return whether or not the request reached the server. */
const gatewayStatuses = [502, 503, 504];

/**
 * Returns the delay in milliseconds before the next attempt. Returns undefined if the client must not retry
 * the request. `attempt` starts at 0. `repeatable` is true if a repeated request is safe: for reads, and for
 * writes with an Idempotency-Key.
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
 * Error codes of requests that the server rejected before processing. The client can retry even writes with
 * these errors.
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

/** Parses the header `Retry-After`, which contains seconds or a date. Returns seconds. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
