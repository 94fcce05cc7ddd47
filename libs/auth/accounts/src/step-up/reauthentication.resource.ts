import { describeResource, IsOptional, IsString } from '@storewright/json-api';
import { IsPasskeyResponse } from '../passkeys/passkey.resource';

/** A password, with a code where the person has two-factor authentication; or a passkey. */
export class CreateReauthentication {
  @IsOptional()
  @IsString(1, 1024)
  password?: string;

  @IsOptional()
  @IsString(6, 100)
  code?: string;

  @IsOptional()
  @IsPasskeyResponse()
  passkey?: object;
}

export const reauthentications = describeResource({
  type: 'reauthentications',
  description: 'A signed-in person proves again who they are. It is shown to nobody.',
  path: '/api/reauthentications',
  attributes: {},
  create: CreateReauthentication,
});
