import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { LimitOptions } from './limit-options';
import { rateLimitPolicy, rateLimitWriter, wholeSeconds } from './rate-limit-fields';

/** Metric of the requests that rate limits rejected. The label is the name of the limit, never the client. */
export const limitsReached = processCounter<'limit', string>(
  'storewright_limits_reached_total',
  'Requests, sign-ins or other attempts rejected by a limit',
  'limit',
  [],
);

/** Sets the metric of a rate limit to 0, so that dashboards show the limit before any request exceeds it. */
export function announceLimit({ name }: LimitOptions): void {
  limitsReached.inc({ limit: name }, 0);
}

/**
 * Creates a 429 error with the headers Retry-After, RateLimit and RateLimit-Policy. `what` describes the rate
 * limit. `ms` is the time to wait in milliseconds.
 */
export function rateLimited(what: string, ms: number, { options }: { options: LimitOptions }): ApiError {
  return new ApiError('rate_limited', {
    detail: `${what}. Retry in ${wholeSeconds(ms)} seconds.`,
    headers: exhaustedHeaders(options, ms),
  });
}

/**
 * Returns the headers Retry-After, RateLimit-Policy and RateLimit for a request that exceeds a rate limit.
 */
export function exhaustedHeaders(options: LimitOptions, ms: number): Record<string, string> {
  return {
    'retry-after': String(wholeSeconds(ms)),
    'ratelimit-policy': rateLimitPolicy(options),
    ratelimit: rateLimitWriter(options)(0, ms),
  };
}
