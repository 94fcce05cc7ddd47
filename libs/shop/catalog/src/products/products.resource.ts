import { defineResource } from '@storewright/json-api';
import { nextStates } from '@storewright/resources';
import { productStates } from './product-states';
import { CreateProduct, UpdateProduct } from './products.dto';

/** What the shop sells; what is bought is a variant of it. */
export const products = defineResource({
  type: 'products',
  path: '/api/products',
  attributes: {
    title: 'text',
    handle: 'text',
    description: 'text',
    status: 'text',
    tags: 'texts',
    published_at: 'timestamp',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'plain', next: 'json' },
  computed: { next: (row) => nextStates(row, { status: productStates }) },
  relationships: { variants: { type: 'variants', exposed: true, many: { column: 'product_id' } } },
  sortable: ['title', 'handle', 'updated_at'],
  filterable: {
    title: 'text',
    handle: 'text',
    status: Object.keys(productStates),
    updated_at: 'timestamp',
  },
  create: CreateProduct,
  update: UpdateProduct,
  versioned: true,
  events: true,
});
