import { Description, describeResource, IsOmittable, IsText } from '@storewright/json-api';
import { IsPasskeyResponse } from '@storewright/second-factors';

/** A proof of identity: a passkey, or a password with a code if the person uses two-factor authentication. */
export class CreateReauthentication {
  @IsOmittable()
  @IsText(1, 1024)
  @Description('Password of the person.')
  password?: string;

  @IsOmittable()
  @IsText(6, 100)
  @Description(
    'Code of an authenticator app, or a recovery code. Required if the person has two-factor authentication.',
  )
  code?: string;

  @IsOmittable()
  @IsPasskeyResponse()
  @Description('Response of the browser for the passkey ceremony, as JSON. Replaces password and code.')
  passkey?: object;
}

export const reauthentications = describeResource({
  type: 'reauthentications',
  description: 'A new proof of identity by a signed-in person. Proofs cannot be read afterwards.',
  path: '/api/reauthentications',
  attributes: {},
  create: CreateReauthentication,
});
