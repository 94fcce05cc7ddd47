import type { DeclaredResource } from '@storewright/scopes';

export const codesScopes = {
  type: 'codes',
  scopes: {
    collection: 'list the discount codes and gift codes of your shop',
    get: 'read single discount codes and gift codes',
    post: 'add discount codes and gift codes',
    patch: 'change discount codes and gift codes',
    delete: 'delete codes that nobody has used',
  },
  events: {
    created: 'a discount code or gift code was added',
    updated: 'a code was changed or used',
    deleted: 'a code was deleted',
  },
  example: {
    ...{ code: 'WELCOME10', kind: 'discount', value_type: 'percentage', value: 1000 },
    ...{ usage_count: 0, enabled: true, status: 'active' },
  },
} satisfies DeclaredResource;
