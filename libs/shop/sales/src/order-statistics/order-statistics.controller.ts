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
import { OrderStatistics } from './order-statistics';
import { orderStatistics } from './order-statistics.resource';

/** Requires the permission scope to list orders, because the totals of a day can reveal a single order. */
@Controller('api/order_statistics')
export class OrderStatisticsController {
  constructor(
    private readonly statistics: OrderStatistics,
    private readonly reads: ReplicaReads,
  ) {}

  @Get()
  @Scope('orders.collection')
  async list(
    @CurrentGrant() grant: Grant,
    @ListParameters(orderStatistics) query: ListQuery,
  ): Promise<Render> {
    const page = await this.statistics.list(this.reads.of(grant), grant.shop.time_zone, query);
    return collectionDocument(orderStatistics, page, query);
  }

  @Get(':id')
  @Scope('orders.collection')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(orderStatistics) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.statistics.find(this.reads.of(grant), grant.shop.time_zone, id);
    return resourceDocument(orderStatistics, row, query);
  }
}
