import { changed, newProduct } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { products } from './products.resource';

export const productsSample: Sample = {
  resource: products,
  document: () => newProduct({ tags: ['blue'] }),
  change: (id, count) => changed('products', id, { title: `Mug ${count}` }),
  same: ({ id }) => [
    changed('products', id, {}),
    changed('products', id, { title: 'Mug', tags: ['blue'], status: 'draft', published_at: null }),
  ],
};
