import { belongsTo, defineResource } from '@storewright/entities';
import { ProductImage } from './product-image.entity';
import { CreateProductImage, UpdateProductImage } from './product-images.dto';

export const productImages = defineResource(ProductImage, {
  type: 'product_images',
  description: 'A picture of a product. Its position determines the order of the pictures.',
  path: '/api/product_images',
  relationships: {
    product: belongsTo('products', 'product_id', {
      required: true,
      writable: ['create'],
      onDelete: 'delete',
    }),
  },
  sortable: ['position', 'updated_at'],
  filterable: { product: true, updated_at: true },
  errors: { create: ['limit_reached'] },
  create: CreateProductImage,
  update: UpdateProductImage,
});
