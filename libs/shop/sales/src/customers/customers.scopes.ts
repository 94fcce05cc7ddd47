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
  example: {
    ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', accepts_marketing: false },
    default_address: {
      ...{ first_name: 'Ada', last_name: 'Lovelace', company: null, line1: '1 Example Street', line2: null },
      ...{ city: 'London', province: null, postal_code: 'N1 1AA', country_code: 'GB', phone: null },
    },
    ...{ note: '', tags: ['vip'], status: 'active', orders_count: 1 },
    ...{ total_spent: [{ currency_code: 'EUR', amount: 2500 }], total_spent_amount: 2500 },
    next: { status: ['disabled', 'redacted'] },
  },
} satisfies DeclaredResource;
