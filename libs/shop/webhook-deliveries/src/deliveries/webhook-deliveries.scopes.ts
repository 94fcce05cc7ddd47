import type { DeclaredResource } from '@storewright/scopes';

export const webhookDeliveriesScopes = {
  type: 'webhook_deliveries',
  scopes: {
    collection: 'list the webhooks that were sent to it from your shop',
    get: 'read single webhooks that were sent to it, with the answers',
    post: 'have webhooks sent to it once more, or as a test',
    patch: 'skip webhooks that it keeps refusing',
  },
} satisfies DeclaredResource;
