import { describeResource, type ResourceDeclaration } from '@storewright/json-api';
import { CreateDelivery } from './delivery.dto';

const declaration = {
  type: 'webhook_deliveries',
  path: '/api/webhook_deliveries',
  attributes: {
    kind: 'string',
    event_id: 'string',
    event_type: 'string',
    resource_type: 'string',
    resource_id: 'string',
    sequence: 'number',
    status: 'string',
    attempt_count: 'number',
    next_attempt_at: 'timestamp',
    response_status: 'number',
    duration_ms: 'number',
    error: 'string',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  relationships: {
    // An app may leave it out: it asks for itself.
    installation: { type: 'installations', column: 'installation_id', writable: ['create'] },
    shop: { type: 'shops', column: 'shop_id' },
  },
  create: CreateDelivery,
  filters: ['installation', 'status', 'kind', 'event_type', 'event_id'],
} as const satisfies ResourceDeclaration;

/**
 * One event on its way to one installation, from its first attempt on; or a request to send one `again`, or a `test`. `event_id`: the `webhook-id` of what is
 * sent. `resource_type`, `resource_id`: null where the event is not in the log any more. `sequence`: null of a test. `response_status`, `duration_ms`: of the
 * last attempt.
 */
export const deliveries = describeResource(declaration);

/**
 * The same alone, with `request`: url, headers and body of the last attempt, null before it; and `attempts`, the first one first: attempt, url, status,
 * duration_ms, the first kilobyte of the answer, error, attempted_at.
 */
export const delivery = describeResource({
  ...declaration,
  attributes: { ...declaration.attributes, request: 'json', attempts: 'json' },
});

export const kinds = ['event', 'again', 'test'] as const;
export const statuses = ['waiting', 'retrying', 'delivered', 'failed'] as const;
