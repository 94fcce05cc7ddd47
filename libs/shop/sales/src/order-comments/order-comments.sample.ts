import { anOrder, changed, identifier } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { orderComments } from './order-comments.resource';

export const orderCommentsSample: Sample = {
  resource: orderComments,
  document: async (http) => {
    const order = identifier('orders', (await anOrder(http)).id);
    return { data: { type: 'order_comments', attributes: { body: 'Call first' }, relationships: { order } } };
  },
  change: (id, count) => changed('order_comments', id, { body: `Call ${count} times` }),
  same: ({ id }) => [
    changed('order_comments', id, {}),
    changed('order_comments', id, { body: 'Call first' }),
  ],
};
