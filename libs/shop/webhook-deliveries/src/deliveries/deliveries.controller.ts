import { Controller, Get, Param, Patch, Post, Req } from '@nestjs/common';
import { CurrentGrant, type Grant, Idempotent, type IdempotentRequest, Scope } from '@storewright/access';
import {
  ApiError,
  Changes,
  collectionDocument,
  type JsonSchema,
  ListParameters,
  mediaType,
  type ListQuery,
  NewObject,
  ObjectParameters,
  Operation,
  type ObjectQuery,
  type ParsedResource,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { Deliveries } from './deliveries';
import type { FastifyRequest } from 'fastify';
import type { CreateDelivery, UpdateDelivery } from './delivery.dto';
import { DeliveryRequests } from './delivery-requests';
import { deliveries, delivery } from './delivery.resource';
import { SkippedEvents } from './skipped-events';

/**
 * JSON Schema of the response to a replay of several events: the number of webhook deliveries, and a link to
 * them.
 */
const acceptedSchema: JsonSchema = {
  type: 'object',
  properties: {
    jsonapi: { $ref: '#/components/schemas/JsonApi' },
    links: {
      type: 'object',
      properties: { related: { type: 'string', format: 'uri' } },
      required: ['related'],
    },
    meta: {
      type: 'object',
      properties: { deliveries: { type: 'integer', minimum: 0 } },
      required: ['deliveries'],
    },
  },
  required: ['jsonapi', 'links', 'meta'],
};

@Controller('api/webhook_deliveries')
export class DeliveriesController {
  constructor(
    private readonly store: Deliveries,
    private readonly requests: DeliveryRequests,
    private readonly skipped: SkippedEvents,
  ) {}

  @Get()
  @Scope('webhook_deliveries.collection')
  async list(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @ListParameters(deliveries) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(deliveries, await this.store.list(shop, grant, query), query);
  }

  /**
   * Replays an event (201 with the webhook delivery), replays a range of events (202), or sends a webhook
   * test (201).
   */
  @Post()
  @Scope('webhook_deliveries.post')
  @Operation({
    answers: [
      { shows: 'resource', resource: delivery, status: 201 },
      { shows: 'content', mediaType, schema: acceptedSchema, status: 202 },
    ],
  })
  async create(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @ObjectParameters(delivery) query: ObjectQuery,
    @NewObject(delivery) input: ParsedResource<CreateDelivery>,
    @Idempotent() request?: IdempotentRequest,
  ): Promise<Render> {
    if (input.id !== undefined) throw ownIds();
    return this.requests.create({ shop, grant, query, input, attempt: request });
  }

  @Get(':id')
  @Scope('webhook_deliveries.get')
  async get(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(delivery) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(delivery, await this.store.find(shop, grant, id), query);
  }

  /** Skips an event after three failed attempts to deliver it, so that the app receives later events. */
  @Patch(':id')
  @Scope('webhook_deliveries.patch')
  @Operation({ errors: ['illegal_transition'] })
  async skip(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(delivery) query: ObjectQuery,
    @Changes(delivery) input: ParsedResource<UpdateDelivery>,
    @Req() { id: request_id }: FastifyRequest,
  ): Promise<Render> {
    return resourceDocument(delivery, await this.skipped.skip({ grant, id, input, request_id }), query);
  }
}

/**
 * Creates the error for an id from the client. Webhook deliveries are sent and deleted in the order of their
 * ids, so the server must create the ids.
 */
function ownIds(): ApiError {
  return new ApiError('client_id_not_allowed', {
    detail: '"id" is not allowed because the server chooses the ids of deliveries.',
    source: { pointer: '/data/id' },
  });
}
