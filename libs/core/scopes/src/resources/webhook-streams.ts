import type { DeclaredResource } from '../declared-resource';

export const webhookStreams = {
  scopes: {
    collection: 'see whether webhooks of your shop reach it',
    get: 'see in detail whether webhooks of your shop reach it',
  },
} as const satisfies DeclaredResource;
