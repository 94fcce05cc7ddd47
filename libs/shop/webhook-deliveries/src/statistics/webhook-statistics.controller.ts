import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, ReplicaReads, Scope } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { WebhookStatistics } from './webhook-statistics';
import { webhookStatistics } from './webhook-statistics.resource';

/** Statistics of webhook deliveries. Requires the permission scope to list deliveries. */
@Controller('api/webhook_statistics')
export class WebhookStatisticsController {
  constructor(
    private readonly statistics: WebhookStatistics,
    private readonly reads: ReplicaReads,
  ) {}

  @Get()
  @Scope('webhook_deliveries.collection')
  async list(
    @CurrentGrant() grant: Grant,
    @ListParameters(webhookStatistics) query: ListQuery,
  ): Promise<Render> {
    const page = await this.statistics.list(this.reads.of(grant), grant, query);
    return collectionDocument(webhookStatistics, page, query);
  }

  @Get(':id')
  @Scope('webhook_deliveries.collection')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(webhookStatistics) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.statistics.find(this.reads.of(grant), grant, id);
    return resourceDocument(webhookStatistics, row, query);
  }
}
