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
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    ...{ number: 1001, currency_code: 'EUR', email: 'ada@example.com', note: '', tags: [] },
    line_items: [
      {
        ...{ variant_id: null, product_id: null, title: 'Mug', sku: 'MUG-L' },
        ...{ price_amount: 1250, quantity: 2, total_amount: 2500 },
      },
    ],
    ...{ subtotal_amount: 2500, discount_amount: 0, shipping_amount: 0, tax_amount: 0, total_amount: 2500 },
    ...{ paid_amount: 0, refunded_amount: 0 },
    shipping_address: {
      ...{ first_name: 'Ada', last_name: 'Lovelace', company: null, line1: '1 Example Street', line2: null },
      ...{ city: 'London', province: null, postal_code: 'N1 1AA', country_code: 'GB', phone: null },
    },
    ...{ status: 'open', payment_status: 'pending', fulfillment_status: 'unfulfilled' },
    next: {
      status: ['completed', 'cancelled'],
      payment_status: ['authorized', 'paid', 'voided'],
      fulfillment_status: ['partial', 'fulfilled', 'not_required'],
    },
  },
} satisfies DeclaredResource;
