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
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    ...{ kind: 'capture', amount: 2500, currency_code: 'EUR', note: '', reference: 'ch_1', derived: false },
  },
} satisfies DeclaredResource;
