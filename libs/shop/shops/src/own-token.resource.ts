import { describeResource } from '@storewright/json-api';

/**
 * The token in the request. A token with all permission scopes also lists the scopes of resources that were
 * added after the token was created.
 */
export const ownToken = describeResource({
  type: 'tokens',
  name: 'OwnToken',
  description: 'The token that authenticates the request, with its scopes.',
  path: '/api/token',
  singleton: true,
  attributes: { kind: 'string', scopes: 'string[]' },
  described: {
    kind: {
      description: 'Kind of the token: access_token or oauth_token.',
      values: ['access_token', 'oauth_token'],
    },
    scopes: { description: 'Scopes of the token in alphabetical order.' },
  },
});
