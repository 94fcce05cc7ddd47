import { describeResource } from '@storewright/json-api';

/**
 * The installation of the requesting app in the shop. `version` increases with each change, such as new
 * permission scopes or a reinstallation. `base_url` is the URL of the shop API.
 */
export const installation = describeResource({
  type: 'installations',
  name: 'OwnInstallation',
  description: 'The installation of the requesting app, with its shop.',
  path: '/api/installation',
  singleton: true,
  attributes: {
    scopes: 'string[]',
    withdrawn_scopes: 'string[]',
    ask_scopes: 'string[]',
    allowed_networks: 'string[]',
    daily_request_limit: 'number',
    daily_write_limit: 'number',
    status: 'string',
    installed_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  meta: { version: 'number', base_url: 'string' },
  described: {
    scopes: { description: 'Scopes that the shop owner granted.' },
    withdrawn_scopes: {
      description:
        'Requested scopes that a member of the shop withdrew. Requests that need them are rejected with 403.',
    },
    allowed_networks: {
      description:
        'Networks in CIDR notation from which requests of the app are allowed. A list that a member of the shop set ' +
        'replaces the list of the developer. null means every network.',
      isNullable: true,
    },
    ask_scopes: {
      description:
        'Scopes whose writes become proposals, which a member of the shop approves or declines. ' +
        'A write with such a scope returns 202 with the proposal.',
    },
    daily_request_limit: {
      description:
        'Maximum number of requests per day (UTC). Further requests are rejected with 429. null means unlimited.',
      isNullable: true,
    },
    daily_write_limit: {
      description:
        'Maximum number of writes per day (UTC). Each atomic operation counts as a write. ' +
        'Further writes are rejected with 429. null means unlimited.',
      isNullable: true,
    },
    status: {
      description: 'Whether the app is installed in the shop.',
      values: ['installed', 'uninstalled'],
    },
    installed_at: { description: 'Time at which the current installation started.' },
    created_at: { description: 'Time at which the app was first installed in the shop.' },
    updated_at: { description: 'Time at which the installation last changed.' },
    version: { description: 'Version of the installation, incremented by each change.' },
    base_url: { description: 'Base URL of the API of the shop.' },
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
});
