import { ApiError } from '@storewright/json-api';

/** Tells a client that POST /api/reauthentications does not help. */
const meta = { session_kind: 'device' };

/** A device holds a session for hours in a file: it never counts as a recent proof. */
export function stepUpOfDevice(): ApiError {
  return new ApiError('step_up_required', {
    detail:
      'This request requires a recent proof of who the person is, which the session of a device cannot give. Do this in the admin panel, or sign in with email and password.',
    meta,
  });
}

export function deviceNotAllowed(): ApiError {
  return new ApiError('device_not_allowed', {
    detail:
      'The session of a device can be used only for what the command line needs. Do this in the admin panel, or sign in with email and password.',
    meta,
  });
}
