import { Description, describeResource } from '@storewright/json-api';
import { describedChallenge, IsPasskeyResponse } from '@storewright/second-factors';

export const passkeyChallenges = describeResource({
  ...describedChallenge,
  type: 'passkey_challenges',
  description: 'A WebAuthn challenge for signing in with a passkey.',
  path: '/api/passkey_challenges',
});

export class CreatePasskeyAssertion {
  @IsPasskeyResponse()
  @Description('WebAuthn response of the browser, as JSON.')
  response: object;
}

export const passkeyAssertions = describeResource({
  type: 'passkey_assertions',
  description: 'A sign-in with a passkey instead of email address, password and code.',
  path: '/api/passkey_assertions',
  attributes: {},
  create: CreatePasskeyAssertion,
});
