import { aProduct, aVariant } from '@storewright/api-testing';
import { inventoryChanges } from '@storewright/catalog';
import type { ControllerSample } from '@storewright/conformance';

export const changesOfOrdersSample: ControllerSample = {
  resource: inventoryChanges,
  isForeign: true,
  routes: ['GET /api/inventory_changes/:id/order', 'GET /api/inventory_changes/:id/relationships/order'],
  request: async ({ method, path }, { tenant: { http } }) => {
    const variant = await aVariant(http, (await aProduct(http)).id, { inventory_quantity: 3 });
    const { body } = await http.get(`/api/inventory_changes?filter[variant]=${variant.id}`);
    return { method, path: path.replace(':id', body.data[0].id as string) };
  },
};
