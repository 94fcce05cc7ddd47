import type { DeclaredResource } from '@storewright/scopes';

export const importsScopes = {
  type: 'imports',
  scopes: {
    collection: 'list the imports of files into your catalog',
    get: 'read single imports with the rows of their files',
    post: 'upload files of products and stock',
    patch: 'start and cancel imports',
  },
  events: {
    created: 'a file was uploaded for an import',
    updated: 'an import made progress, ended or was cancelled',
  },
  example: {
    ...{ actor_type: 'app', actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862', actor_name: 'Labels' },
    ...{ kind: 'products', file_name: 'products.csv', state: 'checked', delimiter: ',' },
    columns: [{ header: 'Title', name: 'title' }],
    ...{ row_count: 10, checked_count: 10, done_count: 0, failed_count: 0 },
    next: { state: ['running', 'cancelled'] },
  },
} satisfies DeclaredResource;
