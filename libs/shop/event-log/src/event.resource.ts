import { defineResource } from '@storewright/entities';
import { Event } from '@storewright/events';

/**
 * One change of one resource (docs/contract.md §6). `event_type`: JSON:API has no attribute `type`. `data`: the resource object as a GET showed it, as in the body of
 * a webhook.
 */
export const events = defineResource(Event, {
  type: 'events',
  path: '/api/events',
  computed: {
    event_type: { kind: 'string', after: 'sequence', sql: (row) => `${row}.type` },
    data: { kind: 'json', sql: (row) => `${row}.resource` },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  sortable: ['sequence'],
  order: [
    { column: 'sequence', descending: false },
    { column: 'id', descending: false },
  ],
  filters: ['since', 'type', 'resource_type', 'resource_id'],
});
