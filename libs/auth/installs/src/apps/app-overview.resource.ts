import { AppSecret, defineResource, WebhookSecret } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

export const appSecrets = defineResource(AppSecret, {
  type: 'app_secrets',
  description: 'An active app secret, without its text.',
  path: '/api/apps/:app_id/secrets',
  relationships: { app: { type: 'apps', column: 'app_id' } },
});

export const webhookSecrets = defineResource(WebhookSecret, {
  type: 'webhook_secrets',
  description: 'An active webhook secret of an app, without its text.',
  path: '/api/apps/:app_id/webhook_secrets',
  relationships: { app: { type: 'apps', column: 'app_id' } },
});

/**
 * Statistics of an app. Statistics are a separate resource, so that a changed count does not change the ETag
 * of the app.
 */
export const appStatistics = describeResource({
  type: 'app_statistics',
  description: 'Statistics of an app. Their id is the id of the app.',
  path: '/api/app_statistics',
  attributes: { installed_shops: 'number' },
  described: { installed_shops: { description: 'Number of shops that have the app installed.' } },
  relationships: { app: { type: 'apps', column: 'id' } },
});
