import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { LimitOptions } from './limit-options';
import { rateLimitPolicy, rateLimitWriter, wholeSeconds } from './rate-limit-fields';

/**
 * Counts rejected requests by the name of the limit, never by client. Services announce their limits with
 * `announceLimit`.
 */
export const limitsReached = processCounter<'limit', string>(
  'storewright_limits_reached_total',
  'Requests, sign-ins or other attempts rejected by a limit',
  'limit',
  [],
);

/** Starts the counter of a limit at 0, so that metrics contain the limit before anybody reaches it. */
export function announceLimit({ name }: LimitOptions): void {
  limitsReached.inc({ limit: name }, 0);
}

/**
 * Creates a 429 with Retry-After. `what` describes the limit, and `ms` is the time until the next request is
 * accepted in milliseconds.
 */
export function rateLimited(what: string, ms: number, { options }: { options: LimitOptions }): ApiError {
  return new ApiError('rate_limited', {
    detail: `${what}. Retry in ${wholeSeconds(ms)} seconds.`,
    headers: exhaustedHeaders(options, ms),
  });
}

/** Returns the headers of a 429: the exhausted limit and the time until it resets. */
export function exhaustedHeaders(options: LimitOptions, ms: number): Record<string, string> {
  return {
    'retry-after': String(wholeSeconds(ms)),
    'ratelimit-policy': rateLimitPolicy(options),
    ratelimit: rateLimitWriter(options)(0, ms),
  };
}
