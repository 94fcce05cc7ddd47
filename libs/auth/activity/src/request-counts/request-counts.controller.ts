import { Controller, Get, Param } from '@nestjs/common';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { requestCounts } from './request-count.resource';
import { ShopRequestCounts } from './request-counts';

@Controller('api/shops/:shop_id/request_counts')
export class RequestCountsController {
  constructor(private readonly store: ShopRequestCounts) {}

  @Get()
  @MemberMay('request_counts.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(requestCounts) query: ListQuery): Promise<Render> {
    return collectionDocument(requestCounts, await this.store.list(shop, query), query);
  }

  @Get(':id')
  @MemberMay('request_counts.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(requestCounts) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(requestCounts, await this.store.find(shop, id), query);
  }
}
