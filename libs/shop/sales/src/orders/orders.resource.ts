import { belongsTo, belongsToMany, defineResource, hasMany } from '@storewright/entities';
import { nextMember } from '@storewright/resources';
import { foldKey } from '@storewright/text';
import { Fulfillment } from '../fulfillments/fulfillment.entity';
import { Transaction } from '../transactions/transaction.entity';
import { Order } from './order.entity';
import { OrderCode } from './order-code.entity';
import { fulfillmentStates, nextSql, orderStates, paymentStates, states } from './order-states';
import { OrderVariant } from './order-variant.entity';
import { CreateOrder, UpdateOrder } from './orders.dto';

export const orders = defineResource(Order, {
  type: 'orders',
  description: 'A purchase with prices at the time of the order, and its payment and fulfillment.',
  path: '/api/orders',
  errors: { update: ['illegal_transition'], delete: ['illegal_transition'] },
  meta: { next: nextMember(states, nextSql) },
  relationships: {
    customer: belongsTo('customers', 'customer_id', { writable: ['create', 'update'] }),
    codes: belongsToMany(
      'codes',
      OrderCode,
      { joinColumn: 'order_id', inverseJoinColumn: 'code_id' },
      { writable: ['create'], onDelete: 'refuse' },
    ),
    variants: belongsToMany('variants', OrderVariant, {
      joinColumn: 'order_id',
      inverseJoinColumn: 'variant_id',
    }),
    transactions: hasMany('transactions', Transaction, 'order_id'),
    fulfillments: hasMany('fulfillments', Fulfillment, 'order_id'),
  },
  sortable: ['number', 'total_amount', 'created_at', 'updated_at'],
  filterable: {
    number: true,
    email: { column: 'email_folded', as: foldKey },
    total_amount: true,
    status: Object.keys(orderStates),
    payment_status: Object.keys(paymentStates),
    fulfillment_status: Object.keys(fulfillmentStates),
    customer: true,
    tags: true,
    actor_id: true,
    created_at: true,
    updated_at: true,
  },
  search: {
    words: ['note'],
    prefixes: { email_folded: foldKey },
    numbers: ['number'],
    through: ['customer'],
  },
  create: CreateOrder,
  update: UpdateOrder,
});
