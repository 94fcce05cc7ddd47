import { ApiError } from '@storewright/json-api';

/** Member of the error that tells the client that POST /api/reauthentications does not help. */
const meta = { session_kind: 'device' };

/**
 * A session of a device never counts as a recent proof of identity, because the device stores the session in
 * a file for hours.
 */
export function stepUpOfDevice(): ApiError {
  return new ApiError('step_up_required', {
    detail:
      'This request requires a recent proof of identity, which the session of a device cannot ' +
      'provide. Use the admin panel, or sign in with email and password.',
    meta,
  });
}

export function deviceNotAllowed(): ApiError {
  return new ApiError('device_not_allowed', {
    detail:
      'The session of a device allows only the requests of the command line. Use the admin panel, or ' +
      'sign in with email and password.',
    meta,
  });
}
