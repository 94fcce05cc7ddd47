import { Description, describeResource, IsOmittable, IsText } from '@storewright/json-api';
import { IsPasskeyResponse } from '@storewright/second-factors';

/**
 * A proof of identity: a passkey, or a password with a second-factor code if the person uses two-factor
 * authentication.
 */
export class CreateReauthentication {
  @IsOmittable()
  @IsText(1, 1024)
  @Description('Current password of the signed-in person.')
  password?: string;

  @IsOmittable()
  @IsText(6, 100)
  @Description(
    'Code of an authenticator app, or a recovery code. Required if the person has two-factor authentication.',
  )
  code?: string;

  @IsOmittable()
  @IsPasskeyResponse()
  @Description('WebAuthn response of the browser, as JSON. It replaces the password and the code.')
  passkey?: object;
}

export const reauthentications = describeResource({
  type: 'reauthentications',
  description: 'A new proof of identity by a signed-in person. GET cannot return it.',
  path: '/api/reauthentications',
  attributes: {},
  create: CreateReauthentication,
});
