import { describeResource } from '@storewright/json-api';
import { fold } from '../rules';
import { codeStatus } from './code-status';
import { codeKinds } from './code-values';
import { CreateCode, UpdateCode } from './codes.dto';

/** What makes an order cheaper (discount) or pays for it (gift). */
export const codes = describeResource({
  type: 'codes',
  path: '/api/codes',
  attributes: {
    code: 'string',
    kind: 'string',
    value_type: 'string',
    value: 'number',
    currency_code: 'string',
    initial_amount: 'number',
    balance_amount: 'number',
    minimum_subtotal_amount: 'number',
    usage_limit: 'number',
    usage_limit_per_customer: 'number',
    usage_count: 'number',
    starts_at: 'timestamp',
    ends_at: 'timestamp',
    enabled: 'boolean',
    status: 'string',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'number' },
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
    code: { is: 'string', column: 'code_folded', as: fold },
    kind: codeKinds,
    customer: 'id',
    updated_at: 'timestamp',
  },
  create: CreateCode,
  update: UpdateCode,
  versioned: true,
  events: true,
});
