import { defineResource, hasMany } from '@storewright/entities';
import { nextMember } from '@storewright/resources';
import { foldKey } from '@storewright/text';
import { ProductImage } from '../product-images/product-image.entity';
import { Variant } from '../variants/variant.entity';
import { Product } from './product.entity';
import { productStates } from './product-states';
import { CreateProduct, UpdateProduct } from './products.dto';

export const products = defineResource(Product, {
  type: 'products',
  description: 'A product in the catalog. Customers buy its variants.',
  path: '/api/products',
  errors: { update: ['illegal_transition'] },
  meta: { next: nextMember({ status: productStates }) },
  relationships: {
    variants: hasMany('variants', Variant, 'product_id'),
    images: hasMany('product_images', ProductImage, 'product_id'),
  },
  sortable: ['title', 'handle', 'updated_at'],
  filterable: {
    title: true,
    handle: true,
    status: Object.keys(productStates),
    tags: true,
    updated_at: true,
  },
  search: { words: ['title'], prefixes: { handle: foldKey } },
  create: CreateProduct,
  update: UpdateProduct,
});
