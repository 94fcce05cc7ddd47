import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { LimitOptions } from './limit-options';
import { rateLimitPolicy, rateLimitWriter, wholeSeconds } from './rate-limit-fields';

/** Counts requests that a rate limit rejected, labeled by the name of the limit and never by client. */
export const limitsReached = processCounter<'limit', string>(
  'storewright_limits_reached_total',
  'Requests, sign-ins or other attempts rejected by a limit',
  'limit',
  [],
);

/**
 * Initializes the metric of a rate limit to 0, so that dashboards show the limit before a request reaches it.
 */
export function announceLimit({ name }: LimitOptions): void {
  limitsReached.inc({ limit: name }, 0);
}

/**
 * Creates a 429 with the headers Retry-After, RateLimit and RateLimit-Policy. `what` describes the limit. `ms`
 * is the time until the next accepted request.
 */
export function rateLimited(what: string, ms: number, { options }: { options: LimitOptions }): ApiError {
  return new ApiError('rate_limited', {
    detail: `${what}. Retry in ${wholeSeconds(ms)} seconds.`,
    headers: exhaustedHeaders(options, ms),
  });
}

/** Returns the headers of a 429: Retry-After, RateLimit-Policy and RateLimit. */
export function exhaustedHeaders(options: LimitOptions, ms: number): Record<string, string> {
  return {
    'retry-after': String(wholeSeconds(ms)),
    'ratelimit-policy': rateLimitPolicy(options),
    ratelimit: rateLimitWriter(options)(0, ms),
  };
}
