import { describeResource } from '@storewright/json-api';

/** Logged requests of an app. Ids increase with time, so `sort=-id` lists the newest requests first. */
export const appRequests = describeResource({
  type: 'requests',
  description:
    'A logged request from an app to the shop API. Requests are stored for seven days, or for the number of days ' +
    'that the operator has set.',
  path: '/api/apps/:app_id/requests',
  attributes: {
    method: 'string',
    route: 'string',
    status: 'number',
    duration_ms: 'number',
    request_id: 'string',
    requested_at: 'timestamp',
    shop_domain: 'string',
    left_out: 'number',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  order: [{ column: 'id', descending: true }],
  described: {
    method: { description: 'HTTP method of the request.' },
    route: { description: 'Path pattern of the route, such as `/api/orders/{id}`.' },
    status: { description: 'HTTP status of the response.' },
    duration_ms: {
      description: 'Time from the arrival of the request until the start of the response, in milliseconds.',
    },
    request_id: { description: 'Request id from the `X-Request-Id` header of the response.' },
    requested_at: { description: 'Time at which the response was sent.' },
    shop_domain: { description: 'Label of the shop in its host name.' },
    left_out: {
      description:
        'Number of the app’s earlier requests that were not logged, because the app sent too many per minute.',
    },
  },
  filters: {
    status: {
      description:
        'Returns only requests with this response status, such as `404`, or class of statuses, such as `4xx`.',
      schema: { type: 'string', pattern: '^[1-5](xx|[0-9]{2})$' },
    },
    method: {},
    route: {},
    request_id: {},
    shop_domain: {},
    since: {
      description: 'Returns only requests whose response was sent at this time or later.',
      schema: { type: 'string', format: 'date-time' },
    },
  },
});
