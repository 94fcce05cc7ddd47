import type { DeclaredResource } from '../declared-resource';

export const customers = {
  scopes: {
    collection: 'list your customers, with their contact data and what they spent',
    get: 'read single customers, with their contact data',
    post: 'add customers',
    patch: 'change customers, and redact them for good',
    delete: 'delete customers who have no orders',
  },
  events: {
    created: 'a customer was added',
    updated: 'a customer or what the customer spent changed, or the customer was redacted',
    deleted: 'a customer was deleted',
  },
} as const satisfies DeclaredResource;
