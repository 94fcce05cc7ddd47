import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

/** How webhooks of an app do in one hour or day, over all shops, for its developer. The id is the hour or day, in UTC. */
export const appWebhookStatistics = describeResource({
  type: 'app_webhook_statistics',
  path: '/api/apps/:app_id/webhook_statistics',
  ids: spanIds,
  description:
    'Deliveries to an app that were first tried in one hour or day (UTC), over all shops, counted; the id is that day, or that hour: 2026-11-21T09. One without deliveries has none.',
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
    waiting: { description: 'Those that wait or are retried.' },
    failed: { description: 'Those that are not tried again.' },
    delay_p95_ms: {
      description:
        'Of those that were delivered, 95 % had fewer milliseconds between the event, or the request to send it, and the attempt that succeeded: 100, 250, 500, 1000, and so on in steps.',
      isNullable: true,
    },
  },
  relationships: { app: { type: 'apps', column: 'app_id' } },
  filters: {
    installation: {
      description: 'Counts of this installation only.',
      schema: { type: 'string', format: 'uuid' },
    },
    ...countedFilters('Hours that begin'),
  },
});
