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
const statuses = ['pending', 'active', 'revoked', 'superseded'] satisfies OAuthToken['status'][];
const described = {
  app_id: { description: 'The app.' },
  shop_id: { description: 'The shop.' },
  status: {
    description: 'Pending until its nonce is exchanged; superseded by a newer token of the installation.',
    values: statuses,
  },
  scopes: { description: 'What it allows.' },
  created_at: { description: 'When the owner agreed.' },
  updated_at: { description: 'When it last changed.' },
  token: { description: 'Text of the token.' },
  first_used_at: { description: 'When it was first used.', isNullable: true },
  last_used_at: { description: 'When it was last used, up to ten seconds behind.', isNullable: true },
  base_url: { description: 'The address of the API of the shop.' },
};
const declaration = { type: 'oauth_tokens', attributes, relationships, described } satisfies Omit<
  ResourceDeclaration,
  'path'
>;

/** The answer to an exchange: exactly the attributes of docs/contract.md §4, the token among them. */
export const exchangedToken = describeResource({
  ...declaration,
  name: 'ExchangedToken',
  description: 'The token of an installation, with its text.',
  path: '/api/oauth_tokens',
  attributes: { ...attributes, token: 'string' },
  meta: address,
});

/** What the holder of the token may see of it. */
export const oauthTokens = describeResource({
  ...declaration,
  name: 'OAuthToken',
  description: 'The token of an installation, as its app sees it.',
  meta: { ...meta, ...address },
  path: '/api/oauth_tokens',
});

/** What the owner of the shop may see of it. */
export const shopOAuthTokens = describeResource({
  ...declaration,
  name: 'ShopOAuthToken',
  description: 'The token of an installation, as an owner of the shop sees it.',
  meta,
  path: '/api/shops/:shop_id/oauth_tokens',
  filters: {
    status: { description: 'Equals the value.', schema: { type: 'string', enum: statuses } },
    app_id: { description: 'Equals the value.', schema: { type: 'string', format: 'uuid' } },
  },
});

/** What its documents show of a token. */
export const oauthTokenColumns = [
  ...(['id', 'shop_id', 'app_id', 'status', 'scopes'] as const),
  ...(['created_at', 'updated_at', 'first_used_at', 'last_used_at'] as const),
];
export type ShownOAuthToken = Pick<OAuthToken, (typeof oauthTokenColumns)[number]>;

/** The states of a token that may be used, now or when its nonce is exchanged. */
export const livingStates: OAuthToken['status'][] = ['pending', 'active'];
