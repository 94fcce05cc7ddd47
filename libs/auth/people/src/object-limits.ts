import { ApiError } from '@storewright/json-api';

/**
 * Upper bounds for objects that a client can create (docs/guides/limits.md). Count them under a lock of the person's or
 * shop's row, so that concurrent requests cannot exceed them.
 */
export const MAX_APPS_OF_PERSON = 100;
/** Access tokens that are active and not expired. */
export const MAX_ACCESS_TOKENS_OF_SHOP = 250;
/** Session tokens that are not expired, in all sessions of the person. Loading a page of the panel creates one. */
export const MAX_SESSION_TOKENS_OF_MEMBER = 500;
/** Passkey challenges that are neither answered nor expired. */
export const MAX_PASSKEY_CHALLENGES_OF_PERSON = 10;

export function objectLimitReached(limit: number, detail: string): ApiError {
  return new ApiError('limit_reached', { detail, meta: { limit } });
}
