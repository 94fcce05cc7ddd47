import type { DeclaredResource } from '@storewright/scopes';

export const productsScopes = {
  type: 'products',
  scopes: {
    collection: 'list the products of your shop',
    get: 'read single products',
    post: 'add products',
    patch: 'change products',
    delete: 'delete products with their variants and images',
  },
  events: {
    created: 'a product was added',
    updated: 'a product was changed',
    deleted: 'a product was deleted',
  },
  example: {
    ...{ title: 'Mug', handle: 'mug', description: 'A blue mug.', status: 'active', tags: ['blue'] },
    published_at: '2026-11-21T06:22:26.087602Z',
    next: { status: ['draft', 'archived'] },
  },
} satisfies DeclaredResource;
