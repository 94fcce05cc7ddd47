import { defineResource } from '@storewright/json-api';
import { CreateVariant, inventoryPolicies, UpdateVariant } from './variants.dto';

/** What is bought: a product in one size, colour or edition, with its price and its stock. */
export const variants = defineResource({
  type: 'variants',
  path: '/api/variants',
  attributes: {
    title: 'text',
    sku: 'text',
    price_amount: 'plain',
    compare_at_amount: 'plain',
    currency_code: 'text',
    inventory_quantity: 'plain',
    inventory_policy: 'text',
    position: 'plain',
  },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'plain' },
  relationships: {
    product: { type: 'products', column: 'product_id', exposed: true, required: true, writable: ['create'] },
  },
  sortable: ['position', 'price_amount', 'updated_at'],
  filterable: {
    sku: 'text',
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
