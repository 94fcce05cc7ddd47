import { ApiError } from '@storewright/json-api';

export function invitationEnded(detail: string): ApiError {
  return new ApiError('invitation_ended', { detail });
}
