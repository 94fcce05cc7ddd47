import type { DeclaredResource } from '@storewright/scopes';

export const productImagesScopes = {
  type: 'product_images',
  scopes: {
    collection: 'list the images of your products',
    get: 'read single images of your products',
    post: 'upload images and add them to your products',
    patch: 'change the order and the descriptions of product images',
    delete: 'delete images of your products',
  },
  events: {
    created: 'an image was added to a product',
    updated: 'the position or the description of a product image was changed',
    deleted: 'an image was deleted, alone or with its product',
  },
} satisfies DeclaredResource;
