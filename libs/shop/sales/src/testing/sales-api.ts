import { anApi, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import { SalesModule } from '../sales.module';

/** Sales with the catalogue of the shop API, so that orders take from a real stock. */
export const startSalesApi = (): Promise<TestApi> =>
  anApi([SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory })]);
