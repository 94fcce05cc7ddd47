import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

/** The deliveries that began in one hour or day, counted. Its id is that hour of UTC, or that day of the shop. */
export const webhookStatistics = describeResource({
  type: 'webhook_statistics',
  path: '/api/webhook_statistics',
  ids: spanIds,
  description:
    'Deliveries that were first tried in one day (in the time zone of the shop) or hour (UTC), counted; the id is that day, or that hour: 2026-11-21T09. One without deliveries has none.',
  attributes: {
    start: 'timestamp',
    delivered: 'number',
    waiting: 'number',
    failed: 'number',
    delay_p95_ms: 'number',
  },
  described: {
    start: { description: 'When the hour or day began.' },
    delivered: { description: 'Those that were delivered.' },
    waiting: { description: 'Those that wait or are retried now.' },
    failed: { description: 'Those that are not tried again.' },
    delay_p95_ms: {
      description:
        'Of those that were delivered, 95 % had no more milliseconds between the event, or the request to send it, and the attempt that succeeded.',
      isNullable: true,
    },
  },
  filters: {
    installation: {
      description: 'Of this installation alone.',
      schema: { type: 'string', format: 'uuid' },
    },
    ...countedFilters('Deliveries first tried'),
  },
});
