import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

export const appWebhookStatistics = describeResource({
  type: 'app_webhook_statistics',
  path: '/api/apps/:app_id/webhook_statistics',
  ids: spanIds,
  description:
    'Deliveries to an app whose first attempt was in one UTC hour or day, over all shops. The id is ' +
    'the day or hour, such as 2026-11-21T09. Intervals without deliveries are omitted.',
  attributes: {
    start: 'timestamp',
    delivered: 'number',
    waiting: 'number',
    failed: 'number',
    delay_p95_ms: 'number',
  },
  described: {
    start: { description: 'Start of the hour or day to which the counts refer.' },
    delivered: { description: 'Number of successful webhook deliveries.' },
    waiting: { description: 'Number of webhook deliveries that are pending or being retried.' },
    failed: { description: 'Number of webhook deliveries that failed and are not retried.' },
    delay_p95_ms: {
      description:
        '95th percentile of the delay in milliseconds between the event (or the request to resend ' +
        'it) and the successful attempt, rounded up to a step: 100, 250, 500, 1000 and so on.',
      isNullable: true,
    },
  },
  relationships: { app: { type: 'apps', column: 'app_id' } },
  filters: {
    installation: {
      description: 'Counts only webhook deliveries of the installation with this id.',
      schema: { type: 'string', format: 'uuid' },
    },
    ...countedFilters('Hours that start'),
  },
});
