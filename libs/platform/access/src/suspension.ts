import { ApiError, type ErrorCode } from '@storewright/json-api';

/** The suspension that blocks a credential: of the shop by the operator, or of the API or the app by a member. */
export type Suspension = 'shop_suspended' | 'api_suspended' | 'app_suspended';

const details: Record<Suspension, string> = {
  shop_suspended: 'The shop is suspended. Ask the operator of the platform.',
  api_suspended:
    'The shop suspended all apps and access tokens. Keep the token and retry later: the token works again after a ' +
    'member of the shop resumes them.',
  app_suspended:
    'The shop suspended this app. Keep the token and retry later: the token works again after a member of the shop ' +
    'resumes the app.',
};

/** Returns the suspension that applies first, or undefined. */
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
 * Creates the 403 of a suspended credential. The status is not 401, because a client may discard its token after a 401
 * (RFC 6750 §3.1), although the token works again later.
 */
export function suspended(suspension: Suspension): ApiError {
  return new ApiError(suspension satisfies ErrorCode, { detail: details[suspension] });
}
