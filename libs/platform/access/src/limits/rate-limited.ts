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
  const seconds = wholeSeconds(ms);
  return new ApiError('rate_limited', {
    detail: `${what}. Retry in ${seconds} seconds.`,
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': rateLimitPolicy(options),
      ratelimit: rateLimitWriter(options)(0, ms),
    },
  });
}
