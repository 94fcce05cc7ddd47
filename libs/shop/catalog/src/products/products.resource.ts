import { defineResource, hasMany } from '@storewright/entities';
import { nextStates } from '@storewright/resources';
import { Product } from './product.entity';
import { productStates } from './product-states';
import { CreateProduct, UpdateProduct } from './products.dto';

/** What a client may see, filter, sort and send of a product. */
export const products = defineResource(Product, {
  type: 'products',
  path: '/api/products',
  meta: { next: { kind: 'json', sql: (row) => nextStates(row, { status: productStates }) } },
  relationships: { variants: hasMany('variants', 'product_id') },
  sortable: ['title', 'handle', 'updated_at'],
  filterable: { title: true, handle: true, status: Object.keys(productStates), updated_at: true },
  create: CreateProduct,
  update: UpdateProduct,
});
