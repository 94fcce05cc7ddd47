import { defineResource } from '@storewright/json-api';
import { nextStates } from '@storewright/resources';
import { fold } from '../rules';
import { customerStates } from './customer-states';
import { CreateCustomer, UpdateCustomer } from './customers.dto';

/** Who buys. */
export const customers = defineResource({
  type: 'customers',
  path: '/api/customers',
  attributes: {
    email: 'text',
    phone: 'text',
    first_name: 'text',
    last_name: 'text',
    accepts_marketing: 'plain',
    default_address: 'json',
    note: 'text',
    tags: 'texts',
    status: 'text',
    orders_count: 'plain',
    total_spent_amount: 'plain',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'plain', next: 'json' },
  computed: { next: (row) => nextStates(row, { status: customerStates }) },
  relationships: { orders: { type: 'orders', exposed: true, many: { column: 'customer_id' } } },
  sortable: ['total_spent_amount', 'updated_at'],
  filterable: {
    email: { is: 'text', column: 'email_folded', as: fold },
    phone: 'text',
    status: Object.keys(customerStates),
    total_spent_amount: 'integer',
    updated_at: 'timestamp',
  },
  create: CreateCustomer,
  update: UpdateCustomer,
  versioned: true,
  events: true,
});
