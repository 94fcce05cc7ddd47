import type { DeclaredResource } from '@storewright/scopes';

export const ordersScopes = {
  type: 'orders',
  scopes: {
    collection: 'list the orders of your shop, with the contact data in them',
    get: 'read single orders, with the contact data in them',
    post: 'place orders, which takes goods out of your stock and uses codes',
    patch: 'change orders: complete, cancel, mark as paid, refunded or sent',
    delete: 'delete cancelled orders',
  },
  personal: ['collection', 'get'],
  events: {
    created: 'an order was placed',
    updated: 'an order was changed, completed, cancelled, paid, refunded or sent',
    deleted: 'a cancelled order was deleted',
  },
} satisfies DeclaredResource;
