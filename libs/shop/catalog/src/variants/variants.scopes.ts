import type { DeclaredResource } from '@storewright/scopes';

export const variantsScopes = {
  type: 'variants',
  scopes: {
    collection: 'list the variants of your products, with prices and stock',
    get: 'read single variants',
    post: 'add variants to your products',
    patch: 'change variants, their prices and their stock',
    delete: 'delete variants',
  },
  events: {
    created: 'a variant was added',
    updated: 'a variant, its price or its stock was changed',
    deleted: 'a variant was deleted',
  },
} satisfies DeclaredResource;
