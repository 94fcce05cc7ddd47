import { describeResource } from '@storewright/json-api';

const count = { type: 'integer', minimum: 0 };
const date = { type: 'string', format: 'date' };
const scopes = { type: 'array', items: { type: 'string' } };

const listOf = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

export const activityRecords = describeResource({
  type: 'activity_records',
  path: '/api/shops/:shop_id/activity_records',
  attributes: {
    name: 'string',
    since: 'timestamp',
    days: 'json',
    networks: 'json',
    permissions: 'json',
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    access_token: { type: 'access_tokens', column: 'access_token_id' },
  },
  description:
    'What an app or an access token did in the shop in the last 100 days. The id is that of the installation or ' +
    'token.',
  described: {
    name: { description: 'Name of the app or access token.' },
    since: { description: 'Time at which the app was installed or the access token was created.' },
    days: {
      description:
        'Number of requests that read or wrote a type of resource, by day (UTC), newest day first. A request ' +
        'counts for every type whose scope it required. `customers` is the number of customers whose data the ' +
        'responses contained, and is estimated with an error of about 9 % if it exceeds 256. `customer_ids` names ' +
        'at most ten of them. Numbers are up to five seconds late.',
      schema: listOf({
        ...{ day: date, type: { type: 'string' }, reads: count, writes: count, customers: count },
        customer_ids: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 10 },
      }),
    },
    networks: {
      description:
        'Networks that sent the requests: a /24 of IPv4 or a /48 of IPv6. "other" sums up further networks, if a ' +
        'day has more than 100. The network with most requests is first.',
      schema: listOf({
        network: { type: 'string' },
        requests: count,
        first_used_on: date,
        last_used_on: date,
      }),
    },
    permissions: {
      description:
        'Scopes of each installation of the app and each change of them, oldest first, from the audit log. Empty ' +
        'for access tokens.',
      schema: listOf({ changed_at: { type: 'string' }, scopes }),
    },
  },
});
