import { belongsTo, belongsToMany, defineResource } from '@storewright/entities';
import { foldKey } from '@storewright/text';
import { Code } from './code.entity';
import { CodeProduct } from './code-product.entity';
import { codeStatus, codeStatuses } from './code-status';
import { codeKinds } from './code-values';
import { CreateCode, UpdateCode } from './codes.dto';

/** What a client may see, filter, sort and send of a code. */
export const codes = defineResource(Code, {
  type: 'codes',
  description: 'What makes an order cheaper (discount) or pays for it (gift).',
  path: '/api/codes',
  computed: {
    status: {
      kind: 'string',
      description: 'Whether it can be used now, and why not.',
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
