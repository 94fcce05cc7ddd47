import { anApi, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import { SalesModule } from '../sales.module';

/** Sales with the real catalog, so that orders reserve real stock. */
export const startSalesApi = (): Promise<TestApi> =>
  anApi([SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory })]);
