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
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    ...{ status: 'fulfilled', line_items: [{ line_index: 0, quantity: 2 }], carrier: 'Parcel Service' },
    ...{
      tracking_number: '00340434161094000000',
      tracking_url: 'https://carrier.example/track',
      derived: false,
    },
    next: { status: ['cancelled'] },
  },
} satisfies DeclaredResource;
