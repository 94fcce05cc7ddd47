import { belongsTo, defineResource } from '@storewright/entities';
import { Variant } from './variant.entity';
import { CreateVariant, inventoryPolicies, UpdateVariant } from './variants.dto';

export const variants = defineResource(Variant, {
  type: 'variants',
  description: 'A purchasable form of a product, such as a size or colour, with its price and stock.',
  path: '/api/variants',
  relationships: {
    product: belongsTo('products', 'product_id', {
      required: true,
      writable: ['create'],
      onDelete: 'delete',
    }),
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
  create: CreateVariant,
  update: UpdateVariant,
});
