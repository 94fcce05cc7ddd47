import type { DeclaredResource } from '@storewright/scopes';

export const proposalsScopes = {
  type: 'proposals',
  scopes: {
    collection: 'list the writes that it proposed',
    get: 'read single writes that it proposed',
    patch: 'withdraw the writes that it proposed',
  },
  events: {
    created: 'an app proposed a write',
    updated: 'a proposal changed',
    approved: 'a member of the shop approved a write of an app, which was applied',
    declined: 'a member of the shop declined a write of an app',
    expired: 'nobody decided about a proposal in time',
    failed: 'an approved write could not be applied',
  },
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    ...{ installation_id: '01a1fcc5-393f-732d-aa40-7da770494982', status: 'pending', method: 'PATCH' },
    path: '/api/products/01a1fcc5-393f-732d-aa40-7da770494982',
    ...{ resource_type: 'products', resource_id: '01a1fcc5-393f-732d-aa40-7da770494982', base_version: 1 },
    ...{ required_scopes: ['products.patch'], expires_at: '2026-11-21T06:22:26.087602Z' },
  },
} satisfies DeclaredResource;
