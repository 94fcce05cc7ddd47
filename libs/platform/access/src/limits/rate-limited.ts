import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { LimitOptions } from './exact-limit';
import { rateLimitPolicy, rateLimitWriter, wholeSeconds } from './rate-limit-fields';

/**
 * Counts refusals by the name of the limit, never by the client. Services announce their limits with `announceLimit`.
 */
export const limitsReached = processCounter<'limit', string>(
  'storewright_limits_reached_total',
  'Times that a limit of requests, guesses, sign-ins or tests was found used up',
  'limit',
  [],
);

/** Starts the series of a limit at 0. */
export function announceLimit({ name }: LimitOptions): void {
  limitsReached.inc({ limit: name }, 0);
}

/** 429, with the time to come back. `what`: what there was too much of; `ms`: until the limit lets one through again. */
export function rateLimited(what: string, ms: number, { options }: { options: LimitOptions }): ApiError {
  const seconds = wholeSeconds(ms);
  return new ApiError('rate_limited', {
    detail: `${what}; come back in ${seconds} seconds.`,
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': rateLimitPolicy(options),
      ratelimit: rateLimitWriter(options)(0, ms),
    },
  });
}
