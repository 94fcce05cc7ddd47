import { describeResource } from '@storewright/json-api';

/** One request of an app to the API of a shop, for the app's developer. The newest come first: their ids are in the order of their times. */
export const appRequests = describeResource({
  type: 'requests',
  description:
    'A request of an app to the API of a shop, of the last seven days, or as many as the operator keeps.',
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
    method: { description: 'Of HTTP.' },
    route: { description: 'The pattern of its address, such as `/api/orders/{id}`.' },
    status: { description: 'What it was answered with.' },
    duration_ms: { description: 'From its arrival until its answer began, in milliseconds.' },
    request_id: { description: 'Its `X-Request-Id`.' },
    requested_at: { description: 'When it was answered.' },
    shop_domain: { description: 'Label of the shop in its host name.' },
    left_out: {
      description:
        'Requests of the app before it that are not here, because there were too many in a minute.',
    },
  },
  filters: {
    status: {
      description: 'A class, such as `4xx`, or one status.',
      schema: { type: 'string', pattern: '^[1-5](xx|[0-9]{2})$' },
    },
    method: { description: 'Equals the value.' },
    route: { description: 'Equals the value.' },
    request_id: { description: 'Equals the value.' },
    shop_domain: { description: 'Equals the value.' },
    since: { description: 'Answered then or later.', schema: { type: 'string', format: 'date-time' } },
  },
});
