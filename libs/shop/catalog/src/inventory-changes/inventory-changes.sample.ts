import { aProduct, aVariant } from '@storewright/api-testing';
import type { ControllerSample } from '@storewright/conformance';
import { inventoryChanges } from './inventory-changes.resource';

export const inventoryChangesSample: ControllerSample = {
  resource: inventoryChanges,
  routes: [
    'GET /api/inventory_changes',
    'GET /api/inventory_changes/:id',
    'GET /api/inventory_changes/:id/variant',
    'GET /api/inventory_changes/:id/relationships/variant',
  ],
  request: async ({ method, path }, { tenant: { http } }) => {
    const variant = await aVariant(http, (await aProduct(http)).id, { inventory_quantity: 3 });
    if (!path.includes(':id')) return { method, path };
    const { body } = await http.get(`/api/inventory_changes?filter[variant]=${variant.id}`);
    return { method, path: path.replace(':id', body.data[0].id as string) };
  },
};
