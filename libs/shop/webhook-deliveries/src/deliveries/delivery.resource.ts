import { defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';
import { WebhookDelivery } from '@storewright/webhooks';
import { CreateDelivery } from './delivery.dto';

/**
 * One event on its way to one installation, from its first attempt on; or a request to send one `again`, or a `test`. `event_id`: the `webhook-id` of what is
 * sent. `resource_type`, `resource_id`: null where the event is not in the log any more. `sequence`: null of a test. `response_status`, `duration_ms`: of the
 * last attempt. What is computed is made of the event `e`, the last attempt `a` and the stream `s` (delivery-statements.ts).
 */
export const deliveries = defineResource(WebhookDelivery, {
  type: 'webhook_deliveries',
  name: 'ListedWebhookDelivery',
  path: '/api/webhook_deliveries',
  computed: {
    resource_type: {
      ...{ kind: 'string', after: 'event_type' },
      sql: (row) =>
        `coalesce(e.resource_type, CASE WHEN ${row}.kind = 'test' THEN split_part(${row}.event_type, '.', 1) END)`,
    },
    resource_id: {
      ...{ kind: 'string', after: 'event_type' },
      sql: (row) => `coalesce(e.resource_id, ${row}.resource::json ->> 'id')`,
    },
    attempt_count: { kind: 'number', after: 'status', sql: (row) => `${row}.attempts` },
    next_attempt_at: { kind: 'timestamp', after: 'status', sql: () => 's.next_attempt_at' },
    response_status: { kind: 'number', after: 'status', sql: () => 'a.status' },
    duration_ms: { kind: 'number', after: 'status', sql: () => 'a.duration_ms' },
    error: { kind: 'string', after: 'status', sql: (row) => `coalesce(${row}.error, a.error)` },
  },
  relationships: {
    // An app may leave it out: it asks for itself.
    installation: { type: 'installations', column: 'installation_id', writable: ['create'] },
    shop: { type: 'shops', column: 'shop_id' },
  },
  create: CreateDelivery,
  filters: ['installation', 'status', 'kind', 'event_type', 'event_id'],
});

/**
 * The same alone, with `request`: url, headers and body of the last attempt, null before it; and `attempts`, the first one first: attempt, url, status,
 * duration_ms, the first kilobyte of the answer, error, attempted_at.
 */
export const delivery = describeResource({
  ...deliveries,
  name: 'WebhookDelivery',
  attributes: { ...deliveries.attributes, request: 'json', attempts: 'json' },
});
