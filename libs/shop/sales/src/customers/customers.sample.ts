import { changed, newCustomer } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { customers } from './customers.resource';

export const customersSample: Sample = {
  resource: customers,
  document: () => newCustomer({ first_name: 'Ada', tags: ['blue'] }),
  change: (id, count) => changed('customers', id, { note: `Called ${count} times` }),
  same: ({ id }) => [
    changed('customers', id, {}),
    changed('customers', id, { first_name: 'Ada', tags: ['blue'], status: 'active' }),
  ],
};
