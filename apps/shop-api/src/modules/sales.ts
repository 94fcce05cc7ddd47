import { CatalogModule, Inventory, inventoryChanges } from '@storewright/catalog';
import { SalesModule } from '@storewright/sales';

/**
 * Connects orders with the stock of the catalog, because the sales and catalog libraries do not import each
 * other.
 */
export const salesModule = SalesModule.forRoot({
  imports: [CatalogModule],
  inventory: Inventory,
  ofOrders: [inventoryChanges],
});

export const register = () => salesModule;
