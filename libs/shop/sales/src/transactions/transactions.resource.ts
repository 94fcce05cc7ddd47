import { belongsTo, defineResource } from '@storewright/entities';
import { transactionKinds } from './transaction-kinds';
import { Transaction } from './transaction.entity';
import { CreateTransaction } from './transactions.dto';

export const transactions = defineResource(Transaction, {
  type: 'transactions',
  description: 'An entry of the payment history of an order. Entries cannot be changed.',
  path: '/api/transactions',
  errors: { create: ['illegal_transition'] },
  relationships: {
    order: belongsTo('orders', 'order_id', { required: true, writable: ['create'], onDelete: 'delete' }),
  },
  sortable: ['created_at'],
  filterable: { order: true, kind: transactionKinds, reference: true, created_at: true },
  create: CreateTransaction,
});
