import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

/** The requests of an app in one hour or day, over all shops, for its developer. The id is the hour or day, in UTC. */
export const appRequestCounts = describeResource({
  type: 'app_request_counts',
  path: '/api/apps/:app_id/request_counts',
  ids: spanIds,
  description:
    'Requests that came with tokens of an app in one hour or day (UTC), over all shops; the id is that day, or that hour: 2026-11-21T09. One without requests has none.',
  attributes: {
    start: 'timestamp',
    requests: 'number',
    client_errors: 'number',
    server_errors: 'number',
    shops: 'number',
  },
  described: {
    start: { description: 'When the hour or day began.' },
    requests: { description: 'Number of requests.' },
    client_errors: { description: 'Number of requests with a 4xx response.' },
    server_errors: { description: 'Number of requests with a 5xx response.' },
    shops: { description: 'In how many shops.' },
  },
  relationships: { app: { type: 'apps', column: 'app_id' } },
  filters: countedFilters('Hours that begin'),
});
