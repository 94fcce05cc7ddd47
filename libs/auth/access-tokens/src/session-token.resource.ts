import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const declaration = {
  type: 'session_tokens',
  path: '/api/shops/:shop_id/session_tokens',
  attributes: { scopes: 'string[]', expires_at: 'timestamp' },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
} satisfies ResourceDeclaration;

/** What the admin panel calls the shop's API with. It belongs to the sign-in session that asked for it. */
export const sessionTokens = describeResource(declaration);

/** The answer that makes one: the only one with the token itself. */
export const madeSessionToken = describeResource({
  ...declaration,
  name: 'StartedSessionToken',
  attributes: { token: 'string', ...declaration.attributes },
});
