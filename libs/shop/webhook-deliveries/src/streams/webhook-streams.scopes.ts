import type { DeclaredResource } from '@storewright/scopes';

export const webhookStreamsScopes = {
  type: 'webhook_streams',
  scopes: {
    collection: 'see whether webhooks of your shop reach it',
    get: 'see in detail whether webhooks of your shop reach it',
  },
} satisfies DeclaredResource;
