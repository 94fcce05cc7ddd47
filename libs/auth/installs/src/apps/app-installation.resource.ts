import { describeResource } from '@storewright/json-api';

/**
 * An installation as the app's developer sees it, over all shops. Requests, errors and deliveries: of today and the six days before. `webhook_status`: `active`, or `paused` while
 * the app is not reached; null of an app without a webhook URL, and where it is not installed any more.
 */
export const appInstallations = describeResource({
  type: 'installations',
  name: 'AppInstallation',
  description: 'An installation, as the developer of the app sees it.',
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
    scopes: { description: 'What the owner agreed to.' },
    status: { description: 'Whether it is installed now.', values: ['installed', 'uninstalled'] },
    token_status: {
      description: 'Of the living token, else of the last one.',
      isNullable: true,
      values: ['pending', 'active', 'revoked', 'superseded'],
    },
    last_used_at: { description: 'When one of its tokens was last used.', isNullable: true },
    installed_at: { description: 'When the present installation began.' },
    uninstalled_at: { description: 'When it was uninstalled.', isNullable: true },
    requests: { description: 'Requests of today and the six days before.' },
    client_errors: { description: 'Number of requests with a 4xx response.' },
    server_errors: { description: 'Number of requests with a 5xx response.' },
    webhook_status: {
      description: 'Paused while the app is not reached; null where nothing is sent.',
      isNullable: true,
      values: ['active', 'paused'],
    },
    webhook_failing_since: { description: 'When the unbroken row of failures began.', isNullable: true },
    webhooks_delivered: {
      description: 'Deliveries of today and the six days before that were delivered.',
    },
    webhooks_waiting: { description: 'Those that wait or are retried.' },
    webhooks_failed: { description: 'Those that are not tried again.' },
  },
  filters: {
    status: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: ['installed', 'uninstalled'] },
    },
    shop_domain: { description: 'Equals the value.' },
    webhook_status: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: ['active', 'paused'] },
    },
  },
});
