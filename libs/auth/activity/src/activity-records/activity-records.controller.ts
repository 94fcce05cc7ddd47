import { Controller, Get, Param } from '@nestjs/common';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  Serves,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { activityRecords } from './activity-record.resource';
import { ActivityRecords, type TypeDay } from './activity-records';

const csv = 'text/csv';

@Controller('api/shops/:shop_id/activity_records')
export class ActivityRecordsController {
  constructor(private readonly store: ActivityRecords) {}

  @Get()
  @MemberMay('request_counts.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(activityRecords) query: ListQuery): Promise<Render> {
    return collectionDocument(activityRecords, await this.store.list(shop, query), query);
  }

  @Get(':id')
  @MemberMay('request_counts.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(activityRecords) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(activityRecords, await this.store.find(shop, id), query);
  }

  @Get(':id/days')
  @MemberMay('request_counts.get')
  @Serves(csv)
  @Operation({
    id: 'downloadActivityDays',
    summary: 'Download the activity record of an app or access token',
    answers: [{ shows: 'content', mediaType: csv, schema: { type: 'string' } }],
  })
  async days(@CurrentShop() shop: Shop, @Param('id') id: string, @NoQuery() _query: void): Promise<Render> {
    const row = await this.store.find(shop, id);
    const days = JSON.parse(row['days'] as string) as TypeDay[];
    const lines = days.map(({ day, type, reads, writes, customers, customer_ids }) =>
      [day, type, reads, writes, customers, customer_ids.join(' ')].join(','),
    );
    const headers = {
      'content-type': `${csv}; charset=utf-8; header=present`,
      'content-disposition': `attachment; filename="activity-${id}.csv"`,
    };
    const body = ['day,type,reads,writes,customers,customer_ids', ...lines, ''].join('\r\n');
    return () => ({ headers, body });
  }
}
