import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const declaration = {
  type: 'session_tokens',
  path: '/api/shops/:shop_id/session_tokens',
  description:
    'A panel access token for the shop API of one shop. It ends with the session that requested it.',
  attributes: { scopes: 'string[]', expires_at: 'timestamp' },
  described: {
    scopes: { description: 'Scopes of the access token. null means all scopes.', isNullable: true },
    expires_at: { description: 'Time at which the access token expires.' },
    token: { description: 'Text of the access token. No other response contains it.' },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
} satisfies ResourceDeclaration;

export const sessionTokens = describeResource(declaration);

/** The response that creates a panel access token is the only one with the token text. */
export const madeSessionToken = describeResource({
  ...declaration,
  name: 'StartedSessionToken',
  attributes: { token: 'string', ...declaration.attributes },
});
