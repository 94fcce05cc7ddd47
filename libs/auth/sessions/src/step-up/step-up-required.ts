import { challenge } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

/** Time for which a proof of identity counts as recent. */
export const RECENT_SECONDS = 10 * 60;

/**
 * Returns 403 instead of 401, because pages treat a 401 as the end of the session. The header follows RFC
 * 9470 §3.
 */
export function stepUpRequired(): ApiError {
  const error = challenge('insufficient_user_authentication', 'A more recent authentication is required');
  return new ApiError('step_up_required', {
    detail:
      'The last proof of identity is older than ten minutes. Send POST /api/reauthentications with ' +
      'the password or a passkey, then repeat this request.',
    meta: { max_age: RECENT_SECONDS },
    headers: { 'www-authenticate': `${error}, max_age="${RECENT_SECONDS}"` },
  });
}
