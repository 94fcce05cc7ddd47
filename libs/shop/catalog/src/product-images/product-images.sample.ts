import { anImageFile, aProduct, changed, identifier } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { productImages } from './product-images.resource';

export const productImagesSample: Sample = {
  resource: productImages,
  document: async (http) => {
    const [product, file_id] = [await aProduct(http), await anImageFile(http)];
    return {
      data: {
        type: 'product_images',
        attributes: { file_id, alt_text: 'Front' },
        relationships: { product: identifier('products', product.id) },
      },
    };
  },
  change: (id, count) => changed('product_images', id, { alt_text: `Side ${count}` }),
  same: ({ id }) => [
    changed('product_images', id, {}),
    changed('product_images', id, { alt_text: 'Front', position: 1 }),
  ],
};
