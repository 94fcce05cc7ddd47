import {
  aCode,
  aCustomer,
  changed,
  forSale,
  identifier,
  identifiers,
  linesOf,
  newOrder,
} from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { orders } from './orders.resource';

export const ordersSample: Sample = {
  resource: orders,
  document: async (http) => {
    const variant = await forSale(http, { inventory_quantity: 10 });
    const engraving = { title: 'Engraving', price_amount: 500, quantity: 1 };
    const relationships = {
      customer: identifier('customers', (await aCustomer(http)).id),
      codes: identifiers('codes', [(await aCode(http)).id]),
    };
    return newOrder({ line_items: [...linesOf([variant, 2]), engraving] }, relationships);
  },
  change: (id, count) => changed('orders', id, { note: `Ring ${count} times` }),
  same: ({ id }) => [changed('orders', id, {}), changed('orders', id, { note: null, status: 'open' })],
  release: async (http, { id, path }) => {
    const sent = (await http.get(`${path}/fulfillments`)).body.data as { id: string }[];
    for (const { id: parcel } of sent)
      await http.patch(
        `/api/fulfillments/${parcel}`,
        changed('fulfillments', parcel, { status: 'cancelled' }),
      );
    await http.patch(path, changed('orders', id, { status: 'cancelled' }));
  },
  // Links a code that applies to all products, because a code for some products might not apply to the order.
  linkage: { codes: async (http) => (await aCode(http)).id },
  alongside: {
    POST: ['codes.updated', 'customers.updated', 'variants.updated'],
    'PATCH relationships/customer': ['customers.updated', 'customers.updated'],
  },
};
