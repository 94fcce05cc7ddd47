import { defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';
import { eventTypes } from '@storewright/events';
import { deliveryKinds, deliveryStatuses, WebhookDelivery } from '@storewright/webhooks';
import { CreateDelivery, UpdateDelivery } from './delivery.dto';
import { attemptsDescription, requestDescription } from './delivery-schemas';

/**
 * A webhook delivery. SQL of computed attributes refers to the event as `e`, to the latest attempt as `a` and
 * to the webhook stream as `s` (delivery-statements.ts).
 */
export const deliveries = defineResource(WebhookDelivery, {
  type: 'webhook_deliveries',
  name: 'ListedWebhookDelivery',
  description: 'An event, a replayed event or a webhook test that is delivered to an installation.',
  path: '/api/webhook_deliveries',
  computed: {
    resource_type: {
      ...{ kind: 'string', after: 'event_type', isNullable: true },
      description: 'Type of the changed resource. null after the event was deleted from the log.',
      sql: (row) =>
        `coalesce(e.resource_type, CASE WHEN ${row}.kind = 'test' THEN split_part(${row}.event_type, '.', 1) END)`,
    },
    resource_id: {
      ...{ kind: 'string', after: 'event_type', isNullable: true },
      description:
        'Id of the changed resource. A test without resource_id contains an example object. null after the event ' +
        'was deleted from the log.',
      sql: (row) => `coalesce(e.resource_id, ${row}.resource::json ->> 'id')`,
    },
    attempt_count: {
      ...{ kind: 'number', after: 'status', sql: (row) => `${row}.attempts` },
      description: 'Number of delivery attempts so far.',
    },
    next_attempt_at: {
      ...{ kind: 'timestamp', after: 'status', isNullable: true, sql: () => 's.next_attempt_at' },
      description: 'Time of the next delivery attempt. null unless the status is retrying.',
    },
    response_status: {
      ...{ kind: 'number', after: 'status', isNullable: true, sql: () => 'a.status' },
      description: 'HTTP status of the last response. null without an attempt or without a response.',
    },
    duration_ms: {
      ...{ kind: 'number', after: 'status', isNullable: true, sql: () => 'a.duration_ms' },
      description: 'Duration of the last delivery attempt in milliseconds. null before the first attempt.',
    },
    error: {
      ...{
        kind: 'string',
        after: 'status',
        isNullable: true,
        sql: (row) => `coalesce(${row}.error, a.error)`,
      },
      description: 'Reason why the receiver did not respond, or why the event was not sent. null otherwise.',
    },
  },
  relationships: {
    // An app can omit the installation, which defaults to the app's own installation.
    installation: { type: 'installations', column: 'installation_id', writable: ['create'] },
    shop: { type: 'shops', column: 'shop_id' },
  },
  create: CreateDelivery,
  update: UpdateDelivery,
  filters: {
    installation: { schema: { type: 'string', format: 'uuid' } },
    status: { schema: { type: 'string', enum: deliveryStatuses } },
    kind: { schema: { type: 'string', enum: deliveryKinds } },
    event_type: { schema: { type: 'string', enum: eventTypes } },
    event_id: { schema: { type: 'string', format: 'uuid' } },
  },
});

/** A single webhook delivery. It includes `request` and `attempts`, which lists omit. */
export const delivery = describeResource({
  ...deliveries,
  name: 'WebhookDelivery',
  attributes: { ...deliveries.attributes, request: 'json', attempts: 'json' },
  described: { ...deliveries.described, request: requestDescription, attempts: attemptsDescription },
  filters: [],
});
