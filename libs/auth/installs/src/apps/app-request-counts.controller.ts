import { Controller, Get, Param } from '@nestjs/common';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/accounts';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { appRequestCounts } from './app-request-count.resource';
import { AppRequestCounts } from './app-request-counts';

/** How much an app asks: for its developer. */
@Controller('api/apps/:app_id/request_counts')
export class AppRequestCountsController {
  constructor(private readonly store: AppRequestCounts) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(appRequestCounts) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(appRequestCounts, await this.store.list(owner, appId, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(appRequestCounts) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appRequestCounts, await this.store.find(owner, appId, id), query);
  }
}
