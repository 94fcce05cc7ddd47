import { Description, describeResource } from '@storewright/json-api';
import { describedChallenge, IsPasskeyResponse } from '@storewright/second-factors';

export const passkeyChallenges = describeResource({
  ...describedChallenge,
  type: 'passkey_challenges',
  description: 'A challenge that a passkey signs for a sign-in.',
  path: '/api/passkey_challenges',
});

export class CreatePasskeyAssertion {
  @IsPasskeyResponse()
  @Description('Response of the browser for the passkey ceremony, as JSON.')
  response: object;
}

export const passkeyAssertions = describeResource({
  type: 'passkey_assertions',
  description: 'A signed challenge. It replaces email, password and code in a sign-in.',
  path: '/api/passkey_assertions',
  attributes: {},
  create: CreatePasskeyAssertion,
});
