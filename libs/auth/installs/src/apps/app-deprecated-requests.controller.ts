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
import { appDeprecatedRequests } from './app-deprecated-request.resource';
import { AppDeprecatedRequests } from './app-deprecated-requests';

/** What of an app's requests is deprecated: for its developer. */
@Controller('api/apps/:app_id/deprecated_requests')
export class AppDeprecatedRequestsController {
  constructor(private readonly store: AppDeprecatedRequests) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(appDeprecatedRequests) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(appDeprecatedRequests, await this.store.list(owner, appId, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(appDeprecatedRequests) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appDeprecatedRequests, await this.store.find(owner, appId, id), query);
  }
}
