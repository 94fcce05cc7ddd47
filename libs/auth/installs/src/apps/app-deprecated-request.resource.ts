import { describeResource } from '@storewright/json-api';

/** The requests of one day with which one installation of an app used something deprecated, for the app's developer. */
export const appDeprecatedRequests = describeResource({
  type: 'deprecated_requests',
  description: 'Requests of one day with which an installation used something deprecated.',
  path: '/api/apps/:app_id/deprecated_requests',
  attributes: {
    feature: 'string',
    day: 'timestamp',
    requests: 'number',
    last_request_at: 'timestamp',
    sunset_at: 'timestamp',
    shop_domain: 'string',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  described: {
    feature: { description: 'What was used: `GET /api/things`, `things` or `things.colour`.' },
    day: { description: 'When the day began, in UTC.' },
    requests: { description: 'How many used it.' },
    last_request_at: { description: 'When the last of them came.' },
    sunset_at: {
      description: 'When it goes, at the earliest; null where that is not decided.',
      isNullable: true,
    },
    shop_domain: { description: 'Label of the shop in its host name.' },
  },
  filters: {
    feature: { description: 'Equals the value.' },
    shop_domain: { description: 'Equals the value.' },
  },
});
