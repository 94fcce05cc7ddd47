import { Controller, Get, Param } from '@nestjs/common';
import { ObjectParameters, type ObjectQuery, type Render, resourceDocument } from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { shopApps } from './app.resource';
import { ShopApps } from './shop-apps';

@Controller('api/shops/:shop_id/apps')
export class ShopAppsController {
  constructor(private readonly store: ShopApps) {}

  @Get(':id')
  @MemberMay('installations.post')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(shopApps) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(shopApps, await this.store.find(shop.id, id), query);
  }
}
