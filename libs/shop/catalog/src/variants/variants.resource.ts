import { describeResource } from '@storewright/json-api';
import { CreateVariant, inventoryPolicies, UpdateVariant } from './variants.dto';

/** What is bought: a product in one size, colour or edition, with its price and its stock. */
export const variants = describeResource({
  type: 'variants',
  path: '/api/variants',
  attributes: {
    title: 'string',
    sku: 'string',
    price_amount: 'number',
    compare_at_amount: 'number',
    currency_code: 'string',
    inventory_quantity: 'number',
    inventory_policy: 'string',
    position: 'number',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'number' },
  relationships: {
    product: { type: 'products', column: 'product_id', exposed: true, required: true, writable: ['create'] },
  },
  sortable: ['position', 'price_amount', 'updated_at'],
  filterable: {
    sku: 'string',
    price_amount: 'integer',
    inventory_quantity: 'integer',
    inventory_policy: inventoryPolicies,
    product: 'id',
    updated_at: 'timestamp',
  },
  create: CreateVariant,
  update: UpdateVariant,
  versioned: true,
  events: true,
});
