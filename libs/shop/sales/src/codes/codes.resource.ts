import { belongsTo, belongsToMany, defineResource } from '@storewright/entities';
import { normalize } from '../rules';
import { Code } from './code.entity';
import { CodeProduct } from './code-product.entity';
import { codeStatus } from './code-status';
import { codeKinds } from './code-values';
import { CreateCode, UpdateCode } from './codes.dto';

/** What a client may see, filter, sort and send of a code. */
export const codes = defineResource(Code, {
  type: 'codes',
  path: '/api/codes',
  computed: { status: { kind: 'string', sql: codeStatus } },
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
    code: { column: 'code_folded', as: normalize },
    kind: codeKinds,
    customer: true,
    updated_at: true,
  },
  create: CreateCode,
  update: UpdateCode,
});
