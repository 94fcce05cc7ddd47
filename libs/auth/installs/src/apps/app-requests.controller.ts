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
import { appRequests } from './app-request.resource';
import { AppRequests } from './app-requests';

/** What an app asked of the APIs of its shops: for its developer. */
@Controller('api/apps/:app_id/requests')
export class AppRequestsController {
  constructor(private readonly store: AppRequests) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(appRequests) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(appRequests, await this.store.list(owner, appId, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(appRequests) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appRequests, await this.store.find(owner, appId, id), query);
  }
}
