import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, CustomerReads, type Grant, Scope } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type DocumentRow,
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
  constructor(
    private readonly log: EventLog,
    private readonly customers: CustomerReads,
  ) {}

  @Get()
  @Scope('events.collection')
  @Operation({ errors: ['events_expired'], meta: { epoch: epochSchema } })
  async list(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @ListParameters(events) query: ListQuery,
  ): Promise<Render> {
    const page = await this.log.list(shop, grant, query);
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

/** The resource identifier of a customer, in an event of the customer or of an object that refers to the customer. */
const CUSTOMER = /"type":\s?"customers",\s?"id":\s?"([0-9a-f-]{36})"/;

function customersIn({ resource }: DocumentRow): string[] {
  const id = typeof resource === 'string' ? CUSTOMER.exec(resource)?.[1] : undefined;
  return id === undefined ? [] : [id];
}
