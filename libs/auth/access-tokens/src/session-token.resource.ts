import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const declaration = {
  type: 'session_tokens',
  path: '/api/shops/:shop_id/session_tokens',
  description: 'What the admin panel calls the API of the shop with.',
  attributes: { scopes: 'string[]', expires_at: 'timestamp' },
  described: {
    scopes: { description: 'What it allows; null: everything.', isNullable: true },
    expires_at: { description: 'When it ends by itself.' },
    token: { description: 'The token itself.' },
  },
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
