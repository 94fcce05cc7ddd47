import { anApi, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory, inventoryChanges } from '@storewright/catalog';
import { SalesModule } from '../sales.module';

/** Starts a test API with the sales library and the real catalog, so that test orders reserve real stock. */
export const startSalesApi = (): Promise<TestApi> =>
  anApi([
    SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory, ofOrders: [inventoryChanges] }),
  ]);
