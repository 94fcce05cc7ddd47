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
} satisfies DeclaredResource;
