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
const address = { base_url: 'string' } as const;
const statuses = ['pending', 'active', 'revoked', 'superseded'] satisfies OAuthToken['status'][];
const described = {
  app_id: { description: 'Id of the app.' },
  shop_id: { description: 'Id of the shop.' },
  status: {
    description:
      'pending: the nonce was not exchanged yet. superseded: replaced by a newer token of the installation.',
    values: statuses,
  },
  scopes: { description: 'Scopes of the OAuth token.' },
  created_at: { description: 'Time at which the shop owner granted the scopes.' },
  updated_at: { description: 'Time of the last change of the OAuth token.' },
  token: { description: 'Text of the OAuth token.' },
  first_used_at: {
    description: 'Time at which the OAuth token was first used. null if it was never used.',
    isNullable: true,
  },
  last_used_at: {
    description:
      'Time at which the OAuth token was last used, up to ten seconds late. null if it was never used.',
    isNullable: true,
  },
  base_url: { description: 'URL of the shop’s API.' },
};
const declaration = { type: 'oauth_tokens', attributes, relationships, described } satisfies Omit<
  ResourceDeclaration,
  'path'
>;

/** Response to a nonce exchange, with the attributes of docs/contract.md §4. */
export const exchangedToken = describeResource({
  ...declaration,
  name: 'ExchangedToken',
  description: 'An OAuth token of an installation, with its text.',
  path: '/api/oauth_tokens',
  attributes: { ...attributes, token: 'string' },
  meta: address,
});

export const oauthTokens = describeResource({
  ...declaration,
  name: 'OAuthToken',
  description: 'An OAuth token of an installation, as its app sees it.',
  meta: { ...meta, ...address },
  path: '/api/oauth_tokens',
});

export const shopOAuthTokens = describeResource({
  ...declaration,
  name: 'ShopOAuthToken',
  description: 'An OAuth token of an installation, as an owner of the shop sees it.',
  meta,
  path: '/api/shops/:shop_id/oauth_tokens',
  filters: {
    status: { schema: { type: 'string', enum: statuses } },
    app_id: { schema: { type: 'string', format: 'uuid' } },
  },
});

export const oauthTokenColumns = [
  ...(['id', 'shop_id', 'app_id', 'status', 'scopes'] as const),
  ...(['created_at', 'updated_at', 'first_used_at', 'last_used_at'] as const),
];
export type ShownOAuthToken = Pick<OAuthToken, (typeof oauthTokenColumns)[number]>;

/** States of OAuth tokens that are valid now, or become valid after the exchange of a nonce. */
export const activeStates: OAuthToken['status'][] = ['pending', 'active'];
