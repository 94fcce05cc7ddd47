import type { DeclaredResource } from '../declared-resource';

export const shops = {
  scopes: {
    collection: 'find out which shop this is',
    get: 'read the name and the texts of your shop',
  },
  events: {
    updated: 'the name, the texts or the status of the shop changed',
  },
} as const satisfies DeclaredResource;
