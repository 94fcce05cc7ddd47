import { describeResource } from '@storewright/json-api';
import { nextStates } from '@storewright/resources';
import { fold } from '../rules';
import { customerStates } from './customer-states';
import { CreateCustomer, UpdateCustomer } from './customers.dto';

/** Who buys. */
export const customers = describeResource({
  type: 'customers',
  path: '/api/customers',
  attributes: {
    email: 'string',
    phone: 'string',
    first_name: 'string',
    last_name: 'string',
    accepts_marketing: 'boolean',
    default_address: 'json',
    note: 'string',
    tags: 'string[]',
    status: 'string',
    orders_count: 'number',
    total_spent_amount: 'number',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'number', next: 'json' },
  computed: { next: (row) => nextStates(row, { status: customerStates }) },
  relationships: { orders: { type: 'orders', exposed: true, many: { column: 'customer_id' } } },
  sortable: ['total_spent_amount', 'updated_at'],
  filterable: {
    email: { is: 'string', column: 'email_folded', as: fold },
    phone: 'string',
    status: Object.keys(customerStates),
    total_spent_amount: 'integer',
    updated_at: 'timestamp',
  },
  create: CreateCustomer,
  update: UpdateCustomer,
  versioned: true,
  events: true,
});
