import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, Scope } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { EventLog } from './event-log';
import { events } from './event.resource';

const epochSchema = {
  type: 'integer',
  minimum: 1,
  description:
    'Current epoch of the log. If this epoch is greater than the epoch that you stored, read the resources again.',
} as const;

@Controller('api/events')
export class EventsController {
  constructor(private readonly log: EventLog) {}

  @Get()
  @Scope('events.collection')
  @Operation({ errors: ['events_expired'], meta: { epoch: epochSchema } })
  async list(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @ListParameters(events) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(events, await this.log.list(shop, grant, query), query);
  }

  @Get(':id')
  @Scope('events.get')
  async get(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(events) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(events, await this.log.find(shop, grant, id), query);
  }
}
