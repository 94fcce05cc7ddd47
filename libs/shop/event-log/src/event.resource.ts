import { defineResource } from '@storewright/entities';
import { Event, eventTypes } from '@storewright/events';
import { resourceObjectSchema } from '@storewright/json-api';

/**
 * An event (docs/contract.md §6). The attribute is named `event_type`, because JSON:API forbids `type`.
 * `data` is the resource object as GET returned it, the same as in a webhook body.
 */
export const events = defineResource(Event, {
  type: 'events',
  description: 'A change of one object.',
  path: '/api/events',
  computed: {
    event_type: {
      ...{ kind: 'string', after: 'sequence', sql: (row) => `${row}.type` },
      description: 'Type of the event: the resource type and what happened, such as orders.created.',
      values: eventTypes,
    },
    data: {
      ...{ kind: 'json', sql: (row) => `${row}.resource` },
      description: 'The resource object as GET returned it after the change. For a deletion, its last state.',
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
      description: 'Only events after this sequence. 0 means from the start of the log.',
      schema: { type: 'integer', minimum: 0 },
    },
    type: { schema: { type: 'string', enum: eventTypes } },
    resource_type: {},
    resource_id: {},
  },
});
