import { challenge } from '@storewright/access';
import { ApiError } from '@storewright/json-api';
import type { SessionKind } from '../session.entity';

/** Time in seconds for which a proof of identity counts as recent. */
export const RECENT_SECONDS = 10 * 60;

const nextSteps: Record<SessionKind, string> = {
  full: 'Send POST /api/reauthentications with the password or a passkey, then repeat this request.',
  device:
    'Send POST /oauth/device_authorization with the token of this session, let the person confirm in a browser, ' +
    'then repeat this request.',
};

/**
 * Missing step-up authentication gets 403 instead of 401, because the admin panel treats 401 as the end of
 * the session. The response header follows RFC 9470 §3.
 */
export function stepUpRequired(kind: SessionKind = 'full'): ApiError {
  const error = challenge('insufficient_user_authentication', 'A more recent authentication is required');
  return new ApiError('step_up_required', {
    detail: `This request requires a proof of identity of the last ten minutes. ${nextSteps[kind]}`,
    meta: { max_age: RECENT_SECONDS, ...(kind === 'device' && { session_kind: kind }) },
    headers: { 'www-authenticate': `${error}, max_age="${RECENT_SECONDS}"` },
  });
}
