import type { OAuthToken } from '@storewright/entities';
import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const attributes = {
  app_id: 'string',
  shop_id: 'string',
  status: 'string',
  scopes: 'string[]',
  created_at: 'timestamp',
  updated_at: 'timestamp',
} as const;
const relationships = {
  app: { type: 'apps', column: 'app_id' },
  shop: { type: 'shops', column: 'shop_id' },
};
const meta = { first_used_at: 'timestamp', last_used_at: 'timestamp' } as const;
/** The address of the shop's API, which the app goes on to. */
const address = { base_url: 'string' } as const;
const declaration = { type: 'oauth_tokens', attributes, relationships } satisfies Omit<
  ResourceDeclaration,
  'path'
>;

/** The answer to an exchange: exactly the attributes of docs/contract.md §4, the token among them. */
export const exchangedToken = describeResource({
  ...declaration,
  name: 'ExchangedToken',
  path: '/api/oauth_tokens',
  attributes: { ...attributes, token: 'string' },
  meta: address,
});

/** What the holder of the token may see of it. */
export const oauthTokens = describeResource({
  ...declaration,
  name: 'OAuthToken',
  meta: { ...meta, ...address },
  path: '/api/oauth_tokens',
});

/** What the owner of the shop may see of it. */
export const shopOAuthTokens = describeResource({
  ...declaration,
  name: 'ShopOAuthToken',
  meta,
  path: '/api/shops/:shop_id/oauth_tokens',
  filters: ['status', 'app_id'],
});

/** What its documents show of a token. */
export const oauthTokenColumns = [
  ...(['id', 'shop_id', 'app_id', 'status', 'scopes'] as const),
  ...(['created_at', 'updated_at', 'first_used_at', 'last_used_at'] as const),
];
export type ShownOAuthToken = Pick<OAuthToken, (typeof oauthTokenColumns)[number]>;

/** The states of a token that may be used, now or when its nonce is exchanged. */
export const livingStates: OAuthToken['status'][] = ['pending', 'active'];
