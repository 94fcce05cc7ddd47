import { anOrder, changed, identifier } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import type { HttpClient } from '@storewright/testing';
import { fulfillments } from './fulfillments.resource';

/** Creates a sample order with enough pieces for many fulfillments. Returns the order id. */
async function anOrderOfMugs(http: HttpClient): Promise<string> {
  const line_items = [{ title: 'Mug', price_amount: 500, quantity: 100 }];
  return (await anOrder(http, { line_items, currency_code: 'EUR' })).id;
}

export const fulfillmentsSample: Sample = {
  resource: fulfillments,
  document: async (http) => {
    const order = identifier('orders', await anOrderOfMugs(http));
    const attributes = { line_items: [{ line_index: 0, quantity: 1 }], carrier: 'DHL', tracking_number: '1' };
    return { data: { type: 'fulfillments', attributes, relationships: { order } } };
  },
  change: (id, count) => changed('fulfillments', id, { tracking_number: `number ${count}` }),
  same: ({ id }) => [changed('fulfillments', id, {}), changed('fulfillments', id, { status: 'fulfilled' })],
  linkage: { order: anOrderOfMugs },
  alongside: { POST: ['orders.updated'] },
};
