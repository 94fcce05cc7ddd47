import type { DeclaredResource } from '../declared-resource';

export const events = {
  scopes: {
    collection: 'follow what happens in your shop, as far as it may read what it happens to',
    get: 'read single events',
  },
} as const satisfies DeclaredResource;
