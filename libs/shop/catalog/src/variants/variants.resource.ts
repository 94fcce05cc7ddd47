import { belongsTo, defineResource } from '@storewright/entities';
import { Variant } from './variant.entity';
import { CreateVariant, inventoryPolicies, UpdateVariant } from './variants.dto';

/** Spellings of a SKU for the search, because the column of the SKU is case-sensitive. */
const skuSpellings = (text: string): string[] => [text, text.toUpperCase(), text.toLowerCase()];

export const variants = defineResource(Variant, {
  type: 'variants',
  description: 'A purchasable version of a product, such as a size or color, with its own price and stock.',
  path: '/api/variants',
  relationships: {
    product: belongsTo('products', 'product_id', {
      required: true,
      writable: ['create'],
      onDelete: 'delete',
    }),
    image: belongsTo('product_images', 'image_id', { writable: ['create', 'update'], onDelete: 'detach' }),
  },
  sortable: ['position', 'price_amount', 'updated_at'],
  filterable: {
    sku: true,
    price_amount: true,
    inventory_quantity: true,
    inventory_policy: inventoryPolicies,
    product: true,
    updated_at: true,
  },
  search: { prefixes: { sku: skuSpellings } },
  create: CreateVariant,
  update: UpdateVariant,
});
