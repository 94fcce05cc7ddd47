import { defineResource } from '@storewright/entities';
import { Event, eventTypes } from '@storewright/events';
import { resourceObjectSchema } from '@storewright/json-api';

/**
 * An event of a shop (docs/contract.md §6). The attribute is named `event_type`, because JSON:API reserves
 * `type`. `data` is the resource object in the format of a GET response, and equals the `data` of the
 * webhook.
 */
export const events = defineResource(Event, {
  type: 'events',
  description: 'An event that records one change of one object.',
  path: '/api/events',
  computed: {
    event_type: {
      ...{ kind: 'string', after: 'sequence', sql: (row) => `${row}.type` },
      description: 'Type of the event: the resource type and the change, such as orders.created.',
      values: eventTypes,
    },
    data: {
      ...{ kind: 'json', sql: (row) => `${row}.resource` },
      description:
        'The resource object as GET returned it after the change. After a deletion, the last state of ' +
        'the object.',
      schema: resourceObjectSchema,
    },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  sortable: ['sequence'],
  sortsById: false,
  order: [
    { column: 'sequence', descending: false },
    { column: 'id', descending: false },
  ],
  filters: {
    since: {
      description: 'Returns only events after this sequence number. 0 means from the start of the log.',
      schema: { type: 'integer', minimum: 0 },
    },
    type: { schema: { type: 'string', enum: eventTypes } },
    resource_type: {},
    resource_id: {},
  },
});
