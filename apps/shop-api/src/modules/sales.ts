import { CatalogModule, Inventory } from '@storewright/catalog';
import { SalesModule } from '@storewright/sales';

/** Orders reserve stock of the catalog. Neither library imports the other. */
export const salesModule = SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory });

export const register = () => salesModule;
