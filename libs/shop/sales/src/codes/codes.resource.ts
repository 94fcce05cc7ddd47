import { defineResource } from '@storewright/json-api';
import { fold } from '../rules';
import { codeStatus } from './code-status';
import { codeKinds } from './code-values';
import { CreateCode, UpdateCode } from './codes.dto';

/** What makes an order cheaper (discount) or pays for it (gift). */
export const codes = defineResource({
  type: 'codes',
  path: '/api/codes',
  attributes: {
    code: 'text',
    kind: 'text',
    value_type: 'text',
    value: 'plain',
    currency_code: 'text',
    initial_amount: 'plain',
    balance_amount: 'plain',
    minimum_subtotal_amount: 'plain',
    usage_limit: 'plain',
    usage_limit_per_customer: 'plain',
    usage_count: 'plain',
    starts_at: 'timestamp',
    ends_at: 'timestamp',
    enabled: 'plain',
    status: 'text',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'plain' },
  computed: { status: codeStatus },
  volatile: ['status'],
  relationships: {
    customer: { type: 'customers', column: 'customer_id', exposed: true, writable: ['create', 'update'] },
    products: {
      type: 'products',
      exposed: true,
      writable: ['create', 'update'],
      many: { table: 'shop.code_products', joinColumn: 'code_id', inverseJoinColumn: 'product_id' },
    },
  },
  sortable: ['code', 'updated_at'],
  filterable: {
    code: { is: 'text', column: 'code_folded', as: fold },
    kind: codeKinds,
    customer: 'id',
    updated_at: 'timestamp',
  },
  create: CreateCode,
  update: UpdateCode,
  versioned: true,
  events: true,
});
