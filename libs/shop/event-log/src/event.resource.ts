import { defineResource } from '@storewright/entities';
import { Event, eventTypes } from '@storewright/events';
import { resourceObjectSchema } from '@storewright/json-api';

/**
 * One change of one resource (docs/contract.md §6). `event_type`: JSON:API has no attribute `type`. `data`: the resource object as a GET showed it, as in the body of
 * a webhook.
 */
export const events = defineResource(Event, {
  type: 'events',
  description: 'One change of one resource.',
  path: '/api/events',
  computed: {
    event_type: {
      ...{ kind: 'string', after: 'sequence', sql: (row) => `${row}.type` },
      description: 'What happened, and to what.',
      values: eventTypes,
    },
    data: {
      ...{ kind: 'json', sql: (row) => `${row}.resource` },
      description: 'The resource object as a GET showed it after the change; of a deletion, as it was last.',
      schema: resourceObjectSchema,
    },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  sortable: ['sequence'],
  order: [
    { column: 'sequence', descending: false },
    { column: 'id', descending: false },
  ],
  filters: {
    since: {
      description: 'Events after this sequence; 0: from the beginning.',
      schema: { type: 'integer', minimum: 0 },
    },
    type: { description: 'Equal to the value.', schema: { type: 'string', enum: eventTypes } },
    resource_type: { description: 'Equal to the value.' },
    resource_id: { description: 'Equal to the value.' },
  },
});
