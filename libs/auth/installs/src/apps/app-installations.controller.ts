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
import { appInstallations } from './app-installation.resource';
import { AppInstallations } from './app-installations';

/** Where an app is installed and how it is doing there: for its developer. */
@Controller('api/apps/:app_id/installations')
export class AppInstallationsController {
  constructor(private readonly store: AppInstallations) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(appInstallations) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(appInstallations, await this.store.list(owner, appId, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(appInstallations) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appInstallations, await this.store.find(owner, appId, id), query);
  }
}
