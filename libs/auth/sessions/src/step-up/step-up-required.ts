import { challenge } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

/** For so long after somebody has proved who they are nothing is asked again, in seconds. */
export const recentSeconds = 10 * 60;

/** 403 and no 401, which pages take for the end of the session; the header is that of RFC 9470 §3. */
export function stepUpRequired(): ApiError {
  const error = challenge('insufficient_user_authentication', 'A more recent authentication is required');
  return new ApiError('step_up_required', {
    detail:
      'The last proof of who the person is was more than ten minutes ago. Send POST /api/reauthentications with the password or a passkey, then repeat this request.',
    meta: { max_age: recentSeconds },
    headers: { 'www-authenticate': `${error}, max_age="${recentSeconds}"` },
  });
}
