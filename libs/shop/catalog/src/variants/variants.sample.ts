import { aProduct, changed, newVariant } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { variants } from './variants.resource';

export const variantsSample: Sample = {
  resource: variants,
  document: async (http) => newVariant((await aProduct(http)).id, { inventory_quantity: 3 }),
  change: (id, count) => changed('variants', id, { price_amount: count }),
  same: ({ id }) => [
    changed('variants', id, {}),
    changed('variants', id, { price_amount: 1995, inventory_quantity: 3, sku: null }),
  ],
};
