import type { DeclaredResource } from '@storewright/scopes';

export const transactionsScopes = {
  type: 'transactions',
  scopes: {
    collection: 'list the payments and refunds of your orders',
    get: 'read single payments and refunds of your orders',
    post: 'record payments and refunds of your orders, which can return goods to your stock',
  },
  events: {
    created: 'a payment or refund of an order was recorded',
    deleted: 'a payment or refund was deleted together with its cancelled order',
  },
} satisfies DeclaredResource;
