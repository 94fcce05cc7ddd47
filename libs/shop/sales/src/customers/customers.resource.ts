import { defineResource, hasMany } from '@storewright/entities';
import { nextMember } from '@storewright/resources';
import { foldKey } from '@storewright/text';
import { Order } from '../orders/order.entity';
import { Customer } from './customer.entity';
import { customerStates } from './customer-states';
import { CreateCustomer, UpdateCustomer } from './customers.dto';
import { customersScopes } from './customers.scopes';

export const customers = defineResource(Customer, {
  type: 'customers',
  events: customersScopes.events,
  description: 'A customer of the shop.',
  path: '/api/customers',
  errors: { update: ['illegal_transition'] },
  meta: { next: nextMember({ status: customerStates }) },
  relationships: { orders: hasMany('orders', Order, 'customer_id') },
  sortable: ['total_spent_amount', 'updated_at'],
  filterable: {
    email: { column: 'email_folded', as: foldKey },
    phone: true,
    status: Object.keys(customerStates),
    total_spent_amount: true,
    tags: true,
    updated_at: true,
  },
  search: { words: ['first_name', 'last_name'], prefixes: { email_folded: foldKey } },
  create: CreateCustomer,
  update: UpdateCustomer,
});
