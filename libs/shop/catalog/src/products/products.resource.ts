import { describeResource } from '@storewright/json-api';
import { nextStates } from '@storewright/resources';
import { productStates } from './product-states';
import { CreateProduct, UpdateProduct } from './products.dto';

/** What the shop sells; what is bought is a variant of it. */
export const products = describeResource({
  type: 'products',
  path: '/api/products',
  attributes: {
    title: 'string',
    handle: 'string',
    description: 'string',
    status: 'string',
    tags: 'string[]',
    published_at: 'timestamp',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'number', next: 'json' },
  computed: { next: (row) => nextStates(row, { status: productStates }) },
  relationships: { variants: { type: 'variants', exposed: true, many: { column: 'product_id' } } },
  sortable: ['title', 'handle', 'updated_at'],
  filterable: {
    title: 'string',
    handle: 'string',
    status: Object.keys(productStates),
    updated_at: 'timestamp',
  },
  create: CreateProduct,
  update: UpdateProduct,
  versioned: true,
  events: true,
});
