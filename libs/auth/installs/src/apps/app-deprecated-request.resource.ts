import { describeResource } from '@storewright/json-api';

export const appDeprecatedRequests = describeResource({
  type: 'deprecated_requests',
  description: 'Number of requests of one installation that used a deprecated feature on one day.',
  path: '/api/apps/:app_id/deprecated_requests',
  attributes: {
    feature: 'string',
    day: 'timestamp',
    requests: 'number',
    last_request_at: 'timestamp',
    sunset_at: 'timestamp',
    shop_domain: 'string',
    in_contract: 'boolean',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  described: {
    feature: {
      description:
        'Deprecated route, resource or attribute, such as `GET /api/things`, `things` or `things.colour`.',
    },
    day: { description: 'Start of the UTC day on which the app used the deprecated feature.' },
    requests: { description: 'Number of requests that used the deprecated feature.' },
    last_request_at: {
      description: 'Time of the last request on this day that used the deprecated feature.',
    },
    sunset_at: {
      description:
        'Earliest time at which the platform removes the deprecated feature. null if the time is undecided.',
      isNullable: true,
    },
    shop_domain: { description: 'Label of the shop in its host name.' },
    in_contract: { description: 'Whether the published contract of the app names the deprecated feature.' },
  },
  filters: {
    feature: {},
    shop_domain: {},
  },
});
