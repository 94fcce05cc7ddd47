import { ApiError, type ErrorCode } from '@storewright/json-api';

/**
 * Why a credential is suspended. The operator can suspend a shop. A member of the shop can suspend all API
 * access or one app.
 */
export type Suspension = 'shop_suspended' | 'api_suspended' | 'app_suspended';

const details: Record<Suspension, string> = {
  shop_suspended: 'The shop is suspended. Ask the operator of the platform to reactivate the shop.',
  api_suspended:
    'The shop suspended all apps and access tokens. Keep the token and retry later: the token works again after a ' +
    'member of the shop resumes them.',
  app_suspended:
    'The shop suspended this app. Keep the token and retry later: the token works again after a member of the shop ' +
    'resumes the app.',
};

/** Returns the reason for a suspension, or undefined. The suspension of the shop precedes the others. */
export function suspensionOf(row: {
  status: 'active' | 'suspended';
  api_suspended: boolean;
  app_suspended?: boolean;
}): Suspension | undefined {
  if (row.status === 'suspended') return 'shop_suspended';
  if (row.api_suspended) return 'api_suspended';
  return row.app_suspended ? 'app_suspended' : undefined;
}

/**
 * Creates the 403 error for a suspended credential. The status is not 401, because clients may then discard
 * the token (RFC 6750 §3.1), although it works again after the suspension.
 */
export function suspended(suspension: Suspension): ApiError {
  return new ApiError(suspension satisfies ErrorCode, { detail: details[suspension] });
}
