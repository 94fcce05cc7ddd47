import type { DeclaredResource } from '@storewright/scopes';

export const eventsScopes = {
  type: 'events',
  scopes: {
    collection: 'follow what happens in your shop, as far as it may read what it happens to',
    get: 'read single events',
  },
} satisfies DeclaredResource;
