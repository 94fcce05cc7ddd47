import { anOrder, identifier } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { transactions } from './transactions.resource';

export const transactionsSample: Sample = {
  resource: transactions,
  document: async (http) => {
    const order = identifier('orders', (await anOrder(http)).id);
    return {
      data: { type: 'transactions', attributes: { kind: 'capture', amount: 500 }, relationships: { order } },
    };
  },
  // Payment transactions cannot be updated.
  change: () => ({}),
  same: () => [],
  alongside: { POST: ['orders.updated'] },
};
