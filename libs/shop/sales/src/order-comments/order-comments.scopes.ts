import type { DeclaredResource } from '@storewright/scopes';

export const orderCommentsScopes = {
  type: 'order_comments',
  scopes: {
    collection: 'list the comments on your orders',
    get: 'read single comments on your orders',
    post: 'add comments to your orders',
    patch: 'change comments on your orders',
  },
  personal: ['collection', 'get'],
  events: {
    created: 'a comment was added to an order',
    updated: 'a comment on an order was changed',
    deleted: 'a comment was deleted together with its cancelled order',
  },
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    body: 'The customer prefers a delivery in the morning.',
  },
} satisfies DeclaredResource;
