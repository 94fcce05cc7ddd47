import { anImageFile, aProduct, changed, identifier, made, newVariant } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import type { HttpClient } from '@storewright/testing';
import { variants } from './variants.resource';

/**
 * Product of the last sample image, keyed by HTTP client. The next sample variant belongs to this product.
 */
const productsOfImages = new WeakMap<HttpClient, string>();

const productOfNext = async (http: HttpClient): Promise<string> =>
  productsOfImages.get(http) ?? (await aProduct(http)).id;

export const variantsSample: Sample = {
  resource: variants,
  document: async (http) => newVariant(await productOfNext(http), { inventory_quantity: 3 }),
  change: (id, count) => changed('variants', id, { price_amount: count }),
  same: ({ id }) => [
    changed('variants', id, {}),
    changed('variants', id, { price_amount: 1995, inventory_quantity: 3, sku: null }),
  ],
  linkage: {
    image: async (http, variant) => {
      const known = variant?.response.body.data.relationships.product.data.id as string | undefined;
      const product = known ?? (await aProduct(http)).id;
      if (!variant) productsOfImages.set(http, product);
      const relationships = { product: identifier('products', product) };
      const attributes = { file_id: await anImageFile(http) };
      return (
        await made(http, 'product_images', { data: { type: 'product_images', attributes, relationships } })
      ).id;
    },
  },
};
