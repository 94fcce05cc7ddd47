import { belongsTo, belongsToMany, defineResource } from '@storewright/entities';
import { foldKey } from '@storewright/text';
import { Code } from './code.entity';
import { CodeProduct } from './code-product.entity';
import { codeStatus, codeStatuses } from './code-status';
import { codeKinds } from './code-values';
import { CreateCode, UpdateCode } from './codes.dto';

export const codes = defineResource(Code, {
  type: 'codes',
  description: 'A discount code, which reduces the price of an order, or a gift code, which pays for it.',
  path: '/api/codes',
  computed: {
    status: {
      kind: 'string',
      description: 'Whether the code can be redeemed now, or the reason why not.',
      values: codeStatuses,
      sql: codeStatus,
    },
  },
  volatile: ['status'],
  relationships: {
    customer: belongsTo('customers', 'customer_id', { writable: ['create', 'update'] }),
    products: belongsToMany(
      'products',
      CodeProduct,
      { joinColumn: 'code_id', inverseJoinColumn: 'product_id' },
      { writable: ['create', 'update'] },
    ),
  },
  sortable: ['code', 'updated_at'],
  filterable: {
    code: { column: 'code_folded', as: foldKey },
    kind: codeKinds,
    customer: true,
    updated_at: true,
  },
  search: { prefixes: { code_folded: foldKey } },
  create: CreateCode,
  update: UpdateCode,
});
