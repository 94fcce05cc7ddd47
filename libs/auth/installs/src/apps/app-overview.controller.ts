import { Controller, Get, Param } from '@nestjs/common';
import { DeviceMay } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { AppOverview } from './app-overview';
import { appSecrets, appStatistics, webhookSecrets } from './app-overview.resource';

@Controller('api')
export class AppOverviewController {
  constructor(private readonly overview: AppOverview) {}

  @Get('apps/:app_id/secrets')
  @SignedIn()
  @DeviceMay('storewright apps secrets list')
  async secrets(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(appSecrets) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(
      appSecrets,
      await this.overview.secrets(appSecrets, owner, appId, query),
      query,
    );
  }

  @Get('apps/:app_id/secrets/:id')
  @SignedIn()
  async secret(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(appSecrets) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appSecrets, await this.overview.secret(appSecrets, owner, appId, id), query);
  }

  @Get('apps/:app_id/webhook_secrets')
  @SignedIn()
  @DeviceMay('storewright apps secrets list')
  async webhookSecrets(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(webhookSecrets) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(
      webhookSecrets,
      await this.overview.secrets(webhookSecrets, owner, appId, query),
      query,
    );
  }

  @Get('apps/:app_id/webhook_secrets/:id')
  @SignedIn()
  async webhookSecret(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(webhookSecrets) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(
      webhookSecrets,
      await this.overview.secret(webhookSecrets, owner, appId, id),
      query,
    );
  }

  @Get('app_statistics/:id')
  @SignedIn()
  @DeviceMay('storewright apps delete')
  async statistics(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(appStatistics) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appStatistics, await this.overview.statistics(owner, id), query);
  }
}
