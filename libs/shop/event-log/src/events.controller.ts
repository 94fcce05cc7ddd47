import { Controller, Get, Param, Req } from '@nestjs/common';
import { CurrentGrant, CustomerReads, type Grant, type GrantedRequest, Scope } from '@storewright/access';
import {
  Accepted,
  collectionDocument,
  LastEventId,
  ListParameters,
  type ListQuery,
  mediaType,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  Serves,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { customersIn } from './customers-in';
import { EventLog } from './event-log';
import { events } from './event.resource';
import { EventStreams, eventStreamType } from './stream/event-streams';

const epochSchema = {
  type: 'integer',
  minimum: 1,
  description:
    'Current epoch of the event log. If it is greater than the epoch that you stored, read the resources again.',
} as const;

const messagesSchema = {
  type: 'string',
  description:
    'Server-sent events that continue until the client disconnects. The data of a message is the resource object ' +
    'of an event. The message `end` contains the error that ends the stream.',
} as const;

@Controller('api/events')
export class EventsController {
  constructor(
    private readonly log: EventLog,
    private readonly customers: CustomerReads,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Scope('events.collection')
  @Serves(mediaType, eventStreamType)
  @Operation({
    errors: ['events_expired', 'malformed_request', 'overloaded'],
    meta: { epoch: epochSchema },
    also: { [eventStreamType]: messagesSchema },
  })
  async list(
    @Req() request: GrantedRequest,
    @CurrentGrant() grant: Grant,
    @ListParameters(events) query: ListQuery,
    @Accepted() accepted: string,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<Render> {
    if (accepted === eventStreamType) return this.streams.open(request, query, lastEventId);
    const page = await this.log.list(grant.shop, grant, query);
    this.customers.addIds(grant, events.type, page.rows.flatMap(customersIn));
    return collectionDocument(events, page, query);
  }

  @Get(':id')
  @Scope('events.get')
  async get(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(events) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.log.find(shop, grant, id);
    this.customers.addIds(grant, events.type, customersIn(row));
    return resourceDocument(events, row, query);
  }
}
