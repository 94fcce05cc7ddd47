import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, Scope } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { streams } from './stream.resource';
import { Streams } from './streams';

@Controller('api/webhook_streams')
export class StreamsController {
  constructor(private readonly store: Streams) {}

  @Get()
  @Scope('webhook_streams.collection')
  async list(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @ListParameters(streams) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(streams, await this.store.list(shop, grant, query), query);
  }

  @Get(':id')
  @Scope('webhook_streams.get')
  async get(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(streams) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(streams, await this.store.find(shop, grant, id), query);
  }
}
