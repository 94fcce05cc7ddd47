import { ApiError } from '@storewright/json-api';

/**
 * Returns the error for a route that device sessions cannot use, because the command line never calls the
 * route.
 */
export function deviceNotAllowed(): ApiError {
  return new ApiError('device_not_allowed', {
    detail:
      'The session of a device allows only the requests of the command line. Use the admin panel, or ' +
      'sign in with email and password.',
    meta: { session_kind: 'device' },
  });
}
