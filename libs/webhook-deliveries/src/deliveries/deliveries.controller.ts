import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, Scope } from '@storewright/access';
import { List, type ListQuery, many, type ObjectQuery, one, type Render, Shown } from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { Deliveries } from './deliveries';
import { deliveries, delivery } from './delivery.resource';

@Controller('api/webhook_deliveries')
export class DeliveriesController {
  constructor(private readonly store: Deliveries) {}

  @Get()
  @Scope('webhook_deliveries.collection')
  async list(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @List(deliveries) query: ListQuery,
  ): Promise<Render> {
    return many(deliveries, await this.store.list(shop, grant, query), query);
  }

  @Get(':id')
  @Scope('webhook_deliveries.get')
  async get(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @Shown(delivery) query: ObjectQuery,
  ): Promise<Render> {
    return one(delivery, await this.store.find(shop, grant, id), query);
  }
}
