import { countedFilters, describeResource, spanIds } from '@storewright/json-api';

export const appRequestCounts = describeResource({
  type: 'app_request_counts',
  path: '/api/apps/:app_id/request_counts',
  ids: spanIds,
  description:
    'Requests with tokens of an app in one UTC hour or day, over all shops. The id is the day or ' +
    'hour, such as 2026-11-21T09. Intervals without requests are omitted.',
  attributes: {
    start: 'timestamp',
    requests: 'number',
    client_errors: 'number',
    server_errors: 'number',
    shops: 'number',
  },
  described: {
    start: { description: 'Start of the hour or day to which the counts refer.' },
    requests: { description: 'Number of requests of the app in the hour or day.' },
    client_errors: { description: 'Number of requests with a 4xx response.' },
    server_errors: { description: 'Number of requests with a 5xx response.' },
    shops: { description: 'Number of shops in which the app sent requests.' },
  },
  relationships: { app: { type: 'apps', column: 'app_id' } },
  filters: countedFilters('Hours that start'),
});
