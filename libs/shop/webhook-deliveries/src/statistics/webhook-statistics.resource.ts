import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

export const webhookStatistics = describeResource({
  type: 'webhook_statistics',
  path: '/api/webhook_statistics',
  ids: spanIds,
  description:
    'Number of deliveries by the day (in the time zone of the shop) or the hour (UTC) of their ' +
    'first attempt. The id is the day or the hour, such as 2026-11-21T09. Days and hours without ' +
    'deliveries are omitted.',
  attributes: {
    start: 'timestamp',
    delivered: 'number',
    waiting: 'number',
    failed: 'number',
    delay_p95_ms: 'number',
  },
  described: {
    start: { description: 'Time at which the hour or day starts.' },
    delivered: { description: 'Number of successful deliveries.' },
    waiting: { description: 'Number of deliveries that are waiting or being retried.' },
    failed: { description: 'Number of deliveries that failed and will not be retried.' },
    delay_p95_ms: {
      description:
        '95th percentile, in milliseconds, of the time from the event or the request to the successful ' +
        'attempt. null without a success.',
      isNullable: true,
    },
  },
  filters: {
    installation: {
      description: 'Returns only deliveries to this installation.',
      schema: { type: 'string', format: 'uuid' },
    },
    ...countedFilters('Deliveries first tried'),
  },
});
