import { AppSecret, defineResource, WebhookSecret } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

/** A living generation of an app's secret, without its text. One that is being replaced has an end. */
export const appSecrets = defineResource(AppSecret, {
  type: 'app_secrets',
  description: 'A living secret of an app, without its text.',
  path: '/api/apps/:app_id/secrets',
  relationships: { app: { type: 'apps', column: 'app_id' } },
});

/** The same of the secret that signs its webhooks. */
export const webhookSecrets = defineResource(WebhookSecret, {
  type: 'webhook_secrets',
  description: 'A living secret that signs the webhooks of an app, without its text.',
  path: '/api/apps/:app_id/webhook_secrets',
  relationships: { app: { type: 'apps', column: 'app_id' } },
});

/** How an app is doing. Not a part of the app itself, whose ETag says that nothing changed. */
export const appStatistics = describeResource({
  type: 'app_statistics',
  description: 'How an app is doing; its id is that of the app.',
  path: '/api/app_statistics',
  attributes: { installed_shops: 'number' },
  described: { installed_shops: { description: 'Shops that have the app installed now.' } },
  relationships: { app: { type: 'apps', column: 'id' } },
});
