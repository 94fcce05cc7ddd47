import { ApiError } from '@storewright/json-api';

/** The invitation was accepted, withdrawn or deleted, or it has expired. */
export function invitationEnded(detail: string): ApiError {
  return new ApiError('invitation_ended', { detail });
}
