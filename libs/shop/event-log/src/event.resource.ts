import { describeResource } from '@storewright/json-api';

/**
 * One change of one resource (CONTRACT §6). `event_type`: JSON:API has no attribute `type`. `data`: the resource object as a GET showed it, as in the body of
 * a webhook.
 */
export const events = describeResource({
  type: 'events',
  path: '/api/events',
  attributes: {
    sequence: 'number',
    event_type: 'string',
    resource_type: 'string',
    resource_id: 'string',
    occurred_at: 'timestamp',
    changed: 'string[]',
    data: 'json',
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  sortable: ['sequence'],
  order: [
    { column: 'sequence', descending: false },
    { column: 'id', descending: false },
  ],
  filters: ['since', 'type', 'resource_type', 'resource_id'],
});
