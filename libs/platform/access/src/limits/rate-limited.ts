import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';

/** By the name of the limit, never by whose it is. */
export const limitsReached = processCounter(
  'storewright_limits_reached_total',
  'Times that a limit of requests, guesses, sign-ins or tests was found used up',
  'limit',
);

/** 429, with the time to come back. `what`: what there was too much of. */
export function rateLimited(what: string, ms: number): ApiError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new ApiError('rate_limited', {
    detail: `${what}; come back in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}
