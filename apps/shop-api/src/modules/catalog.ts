import { CatalogModule } from '@storewright/catalog';

export const register = () => CatalogModule;
