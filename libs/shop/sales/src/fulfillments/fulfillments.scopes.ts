import type { DeclaredResource } from '@storewright/scopes';

export const fulfillmentsScopes = {
  type: 'fulfillments',
  scopes: {
    collection: 'list what was sent for your orders, with tracking numbers',
    get: 'read single fulfillments of your orders',
    post: 'record what was sent for your orders',
    patch: 'change carriers and tracking numbers, and cancel fulfillments',
  },
  events: {
    created: 'goods of an order were sent',
    updated: 'the tracking of goods changed, or their fulfillment was cancelled',
    deleted: 'a fulfillment was deleted together with its cancelled order',
  },
} satisfies DeclaredResource;
