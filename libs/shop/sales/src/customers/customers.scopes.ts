import type { DeclaredResource } from '@storewright/scopes';

export const customersScopes = {
  type: 'customers',
  scopes: {
    collection: 'list your customers, with their contact data and what they spent',
    get: 'read single customers, with their contact data',
    post: 'add customers',
    patch: 'change customers, and redact them for good',
    delete: 'delete customers who have no orders',
  },
  personal: ['collection', 'get'],
  events: {
    created: 'a customer was added',
    updated: 'a customer or what the customer spent changed',
    deleted: 'a customer was deleted',
    redaction_requested: 'a customer must be erased: clear what you keep of the customer, and confirm it',
    redacted: 'a customer was made nobody, for good: clear what you keep of the customer',
  },
} satisfies DeclaredResource;
