import { defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';
import { eventTypes } from '@storewright/events';
import { deliveryKinds, deliveryStatuses, WebhookDelivery } from '@storewright/webhooks';
import { CreateDelivery, UpdateDelivery } from './delivery.dto';
import { attemptsDescription, requestDescription } from './delivery-schemas';

const equal = { description: 'Equals the value.' };

/**
 * One event on its way to one installation, from its first attempt on; or a request to send one `again`, or a `test`. `event_id`: the `webhook-id` of what is
 * sent. `resource_type`, `resource_id`: null where the event is not in the log any more. `sequence`: null of a test. `response_status`, `duration_ms`: of the
 * last attempt. What is computed is made of the event `e`, the last attempt `a` and the stream `s` (delivery-statements.ts).
 */
export const deliveries = defineResource(WebhookDelivery, {
  type: 'webhook_deliveries',
  name: 'ListedWebhookDelivery',
  description: 'One event on its way to one installation, or a request to send one again, or a test.',
  path: '/api/webhook_deliveries',
  computed: {
    resource_type: {
      ...{ kind: 'string', after: 'event_type', isNullable: true },
      description: 'The type of what changed; null once the event has left the log.',
      sql: (row) =>
        `coalesce(e.resource_type, CASE WHEN ${row}.kind = 'test' THEN split_part(${row}.event_type, '.', 1) END)`,
    },
    resource_id: {
      ...{ kind: 'string', after: 'event_type', isNullable: true },
      description: 'The id of what changed; null once the event has left the log.',
      sql: (row) => `coalesce(e.resource_id, ${row}.resource::json ->> 'id')`,
    },
    attempt_count: {
      ...{ kind: 'number', after: 'status', sql: (row) => `${row}.attempts` },
      description: 'How often it was tried.',
    },
    next_attempt_at: {
      ...{ kind: 'timestamp', after: 'status', isNullable: true, sql: () => 's.next_attempt_at' },
      description: 'When it is tried again, of one that is retrying.',
    },
    response_status: {
      ...{ kind: 'number', after: 'status', isNullable: true, sql: () => 'a.status' },
      description: 'Of the last attempt; null: there was no answer, or no attempt yet.',
    },
    duration_ms: {
      ...{ kind: 'number', after: 'status', isNullable: true, sql: () => 'a.duration_ms' },
      description: 'Of the last attempt, in milliseconds.',
    },
    error: {
      ...{
        kind: 'string',
        after: 'status',
        isNullable: true,
        sql: (row) => `coalesce(${row}.error, a.error)`,
      },
      description: 'Why there was no answer, or why nothing was sent.',
    },
  },
  relationships: {
    // An app may leave it out: it asks for itself.
    installation: { type: 'installations', column: 'installation_id', writable: ['create'] },
    shop: { type: 'shops', column: 'shop_id' },
  },
  create: CreateDelivery,
  update: UpdateDelivery,
  filters: {
    installation: { ...equal, schema: { type: 'string', format: 'uuid' } },
    status: { ...equal, schema: { type: 'string', enum: deliveryStatuses } },
    kind: { ...equal, schema: { type: 'string', enum: deliveryKinds } },
    event_type: { ...equal, schema: { type: 'string', enum: eventTypes } },
    event_id: { ...equal, schema: { type: 'string', format: 'uuid' } },
  },
});

/**
 * The same alone, with `request`: url, headers and body of the last attempt, null before it; and `attempts`, the first one first: attempt, url, status,
 * duration_ms, the first kilobyte of the answer, error, attempted_at.
 */
export const delivery = describeResource({
  ...deliveries,
  name: 'WebhookDelivery',
  attributes: { ...deliveries.attributes, request: 'json', attempts: 'json' },
  described: { ...deliveries.described, request: requestDescription, attempts: attemptsDescription },
  filters: [],
});
