import { describeResource } from '@storewright/json-api';

export const appInstallations = describeResource({
  type: 'installations',
  name: 'AppInstallation',
  description: 'An installation of an app, as the developer of the app sees it.',
  path: '/api/apps/:app_id/installations',
  attributes: {
    shop_domain: 'string',
    shop_name: 'string',
    scopes: 'string[]',
    status: 'string',
    token_status: 'string',
    last_used_at: 'timestamp',
    installed_at: 'timestamp',
    uninstalled_at: 'timestamp',
    requests: 'number',
    client_errors: 'number',
    server_errors: 'number',
    webhook_status: 'string',
    webhook_failing_since: 'timestamp',
    webhooks_delivered: 'number',
    webhooks_waiting: 'number',
    webhooks_failed: 'number',
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  described: {
    shop_domain: { description: 'Label of the shop in its host name.' },
    shop_name: { description: 'Name of the shop.' },
    scopes: { description: 'Scopes that the shop granted to the app.' },
    status: { description: 'Whether the app is currently installed.', values: ['installed', 'uninstalled'] },
    token_status: {
      description: 'Status of the app’s active OAuth token, or of the latest OAuth token if none is active.',
      isNullable: true,
      values: ['pending', 'active', 'revoked', 'superseded'],
    },
    last_used_at: {
      description: 'Time at which the app last used an OAuth token. null if it never did.',
      isNullable: true,
    },
    installed_at: { description: 'Time at which the app was last installed.' },
    uninstalled_at: {
      description: 'Time at which the app was uninstalled. null if installed.',
      isNullable: true,
    },
    requests: { description: 'Number of requests of the app today and in the six days before.' },
    client_errors: { description: 'Number of requests with a 4xx response.' },
    server_errors: { description: 'Number of requests with a 5xx response.' },
    webhook_status: {
      description:
        'Status of webhook delivery, which is paused while the app is unreachable. null if the app gets no webhooks.',
      isNullable: true,
      values: ['active', 'paused'],
    },
    webhook_failing_since: {
      description:
        'Time since which all webhook deliveries have failed. null unless webhook_status is paused.',
      isNullable: true,
    },
    webhooks_delivered: {
      description: 'Number of successful webhook deliveries today and in the six days before.',
    },
    webhooks_waiting: { description: 'Number of webhook deliveries that are pending or being retried.' },
    webhooks_failed: { description: 'Number of webhook deliveries that failed and are not retried.' },
  },
  filters: {
    status: {
      schema: { type: 'string', enum: ['installed', 'uninstalled'] },
    },
    shop_domain: {},
    webhook_status: {
      schema: { type: 'string', enum: ['active', 'paused'] },
    },
  },
});
