import { challenge } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

/** A proof of identity counts as recent for this time. */
export const RECENT_SECONDS = 10 * 60;

/** Not 401, because pages take a 401 for the end of the session. The header follows RFC 9470 §3. */
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
