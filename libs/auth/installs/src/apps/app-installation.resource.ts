import { describeResource } from '@storewright/json-api';

/**
 * An installation as the app's developer sees it, over all shops. Requests and errors: of today and the six days before. `webhook_status`: `active`, or `paused` while
 * the app is not reached; null of an app without a webhook URL, and where it is not installed any more.
 */
export const appInstallations = describeResource({
  type: 'installations',
  name: 'AppInstallation',
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
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: ['status', 'shop_domain', 'webhook_status'],
});
