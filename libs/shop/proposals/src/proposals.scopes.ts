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
} satisfies DeclaredResource;
