import { ApiError } from '@storewright/json-api';

/**
 * Upper bounds for objects that a client can create (docs/guides/limits.md). Lock the row of the person or shop before
 * counting, so that concurrent requests cannot exceed a bound.
 */
export const MAX_APPS_OF_PERSON = 100;
/** Counts the views that a person saved in one shop. */
export const MAX_SAVED_VIEWS_OF_PERSON = 80;

/** Counts the roles that a shop defines. */
export const MAX_ROLES_OF_SHOP = 50;
/** Applies to active access tokens that have not expired. */
export const MAX_ACCESS_TOKENS_OF_SHOP = 250;
/**
 * Applies to session tokens that have not expired, over all sessions of the person. Each page load of the
 * panel creates a token.
 */
export const MAX_SESSION_TOKENS_OF_MEMBER = 500;
/** Applies to passkey challenges that are neither answered nor expired. */
export const MAX_PASSKEY_CHALLENGES_OF_PERSON = 10;

export function objectLimitReached(limit: number, detail: string): ApiError {
  return new ApiError('limit_reached', { detail, meta: { limit } });
}
