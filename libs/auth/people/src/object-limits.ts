import { ApiError } from '@storewright/json-api';

/**
 * Maximum numbers of objects that clients can create (docs/guides/limits.md). Lock the row of the person or
 * shop before counting objects, so that concurrent requests cannot exceed a maximum.
 */
export const MAX_APPS_OF_PERSON = 100;
/** Maximum number of saved views per person and shop. */
export const MAX_SAVED_VIEWS_OF_PERSON = 80;

export const MAX_ROLES_OF_SHOP = 50;
/** Maximum number of active access tokens of a shop. Expired tokens do not count. */
export const MAX_ACCESS_TOKENS_OF_SHOP = 250;
export const MAX_CANARY_TOKENS_OF_SHOP = 50;
/**
 * Maximum number of active panel access tokens of a member, over all sessions. Every page load of the admin
 * panel creates a token.
 */
export const MAX_SESSION_TOKENS_OF_MEMBER = 500;
/** Maximum number of pending passkey challenges of a person. Used and expired challenges do not count. */
export const MAX_PASSKEY_CHALLENGES_OF_PERSON = 10;

export function objectLimitReached(limit: number, detail: string): ApiError {
  return new ApiError('limit_reached', { detail, meta: { limit } });
}
