import type { DynamicModule, Type } from '@nestjs/common';
import { CatalogModule, Inventory } from '@storewright/catalog';
import type { ShopApiSettings } from '@storewright/config';
import { MetaModule } from '@storewright/meta';
import { SalesModule } from '@storewright/sales';

/** The modules with the resources of a shop, a line each. A team adds its own here. */
export function resourceModules(settings: Pick<ShopApiSettings, 'meta'>): (Type | DynamicModule)[] {
  return [
    MetaModule.forRoot(settings.meta),
    CatalogModule,
    // Orders take from the stock, which is the catalogue's: neither library knows the other.
    SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory }),
  ];
}
