import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

export const webhookStatistics = describeResource({
  type: 'webhook_statistics',
  path: '/api/webhook_statistics',
  ids: spanIds,
  description:
    'Number of deliveries by the day (in the time zone of the shop) or hour (UTC) of their first attempt. The id is the day or the hour, such as 2026-11-21T09. Days and hours without deliveries are omitted.',
  attributes: {
    start: 'timestamp',
    delivered: 'number',
    waiting: 'number',
    failed: 'number',
    delay_p95_ms: 'number',
  },
  described: {
    start: { description: 'Start of the hour or day.' },
    delivered: { description: 'Number of successful deliveries.' },
    waiting: { description: 'Number of deliveries that wait or are being retried.' },
    failed: { description: 'Number of deliveries without a further attempt.' },
    delay_p95_ms: {
      description:
        '95th percentile, in milliseconds, of the time from the event or the request to the successful attempt.',
      isNullable: true,
    },
  },
  filters: {
    installation: {
      description: 'Only deliveries to this installation.',
      schema: { type: 'string', format: 'uuid' },
    },
    ...countedFilters('Deliveries first tried'),
  },
});
