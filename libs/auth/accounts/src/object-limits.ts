import { ApiError } from '@storewright/json-api';

/** Upper bounds against a client that creates without end (docs/guides/limits.md). Whoever counts holds the row of the person or the shop, so concurrent requests cannot exceed them. */
export const MAX_APPS_OF_PERSON = 100;
/** Active and not expired. */
export const MAX_ACCESS_TOKENS_OF_SHOP = 250;
/** Not expired, over all sessions of the person. A page of the panel makes one when it is loaded. */
export const MAX_SESSION_TOKENS_OF_MEMBER = 500;
/** Not answered and not expired. */
export const MAX_PASSKEY_CHALLENGES_OF_PERSON = 10;

export function objectLimitReached(limit: number, detail: string): ApiError {
  return new ApiError('limit_reached', { detail, meta: { limit } });
}
