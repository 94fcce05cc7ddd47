import { Description, describeResource } from '@storewright/json-api';
import { describedChallenge, IsPasskeyResponse } from '@storewright/second-factors';

export const passkeyChallenges = describeResource({
  ...describedChallenge,
  type: 'passkey_challenges',
  description: 'What a passkey has to sign, so that its person signs in.',
  path: '/api/passkey_challenges',
});

export class CreatePasskeyAssertion {
  @IsPasskeyResponse()
  @Description('What the browser returned for the passkey ceremony, as JSON.')
  response: object;
}

export const passkeyAssertions = describeResource({
  type: 'passkey_assertions',
  description: 'What a passkey has signed, in place of email, password and code.',
  path: '/api/passkey_assertions',
  attributes: {},
  create: CreatePasskeyAssertion,
});
