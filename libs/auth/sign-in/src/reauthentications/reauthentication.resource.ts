import { Description, describeResource, IsOmittable, IsText } from '@storewright/json-api';
import { IsPasskeyResponse } from '@storewright/second-factors';

/** A password, with a code where the person has two-factor authentication; or a passkey. */
export class CreateReauthentication {
  @IsOmittable()
  @IsText(1, 1024)
  @Description('Password of the person.')
  password?: string;

  @IsOmittable()
  @IsText(6, 100)
  @Description('Code of an authenticator app, or a recovery code.')
  code?: string;

  @IsOmittable()
  @IsPasskeyResponse()
  @Description('What the browser returned for the passkey ceremony, as JSON. In place of password and code.')
  passkey?: object;
}

export const reauthentications = describeResource({
  type: 'reauthentications',
  description: 'A signed-in person proves again who they are. It is shown to nobody.',
  path: '/api/reauthentications',
  attributes: {},
  create: CreateReauthentication,
});
