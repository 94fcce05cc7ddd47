import { CatalogModule, Inventory, inventoryChanges } from '@storewright/catalog';
import { SalesModule } from '@storewright/sales';

/** Orders reserve stock of the catalog. The libraries of sales and catalog do not import each other. */
export const salesModule = SalesModule.forRoot({
  imports: [CatalogModule],
  inventory: Inventory,
  ofOrders: [inventoryChanges],
});

export const register = () => salesModule;
