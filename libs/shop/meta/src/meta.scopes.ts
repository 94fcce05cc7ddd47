import type { DeclaredResource } from '@storewright/scopes';

export const metaScopes = {
  type: 'meta',
  scopes: {
    collection: 'list and search the meta data of your shop',
    get: 'read single meta objects',
    post: 'add meta data to anything in your shop',
    patch: 'change meta data',
    delete: 'delete meta data',
  },
  events: {
    created: 'a meta object was added',
    updated: 'a meta object was changed',
    deleted: 'a meta object was deleted',
  },
  example: {
    ...{ resource_type: 'orders', resource_id: '01a1fcc5-393f-732d-aa40-7da770494982' },
    data: { gift_wrap: true },
  },
} satisfies DeclaredResource;
