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
  example: {
    ...{ title: 'Large', sku: 'MUG-L', price_amount: 1250, currency_code: 'EUR', inventory_quantity: 12 },
    ...{ inventory_policy: 'deny', position: 0 },
  },
} satisfies DeclaredResource;
