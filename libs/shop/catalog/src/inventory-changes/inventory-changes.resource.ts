import { belongsTo, defineResource } from '@storewright/entities';
import { InventoryChange, inventoryChangeReasons } from './inventory-change.entity';

export const inventoryChanges = defineResource(InventoryChange, {
  type: 'inventory_changes',
  description: 'An immutable record of a stock change of a variant.',
  path: '/api/inventory_changes',
  meta: { created_at: true },
  relationships: {
    variant: belongsTo('variants', 'variant_id'),
    order: belongsTo('orders', 'order_id'),
  },
  sortable: ['created_at'],
  filterable: { variant: true, order: true, reason: inventoryChangeReasons, created_at: true },
});
