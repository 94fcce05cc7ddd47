import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const declaration = {
  type: 'session_tokens',
  path: '/api/shops/:shop_id/session_tokens',
  description:
    'An access token of the admin panel for the API of a shop. It ends with the session that requested it.',
  attributes: { scopes: 'string[]', expires_at: 'timestamp' },
  described: {
    scopes: { description: 'Scopes of the token. null means all scopes.', isNullable: true },
    expires_at: { description: 'Time at which the token expires.' },
    token: { description: 'The token in plain text.' },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
} satisfies ResourceDeclaration;

export const sessionTokens = describeResource(declaration);

/** Only the response that creates a panel access token contains the token text. */
export const madeSessionToken = describeResource({
  ...declaration,
  name: 'StartedSessionToken',
  attributes: { token: 'string', ...declaration.attributes },
});
