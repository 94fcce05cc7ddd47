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
  example: {
    ...{ file_id: '01a1fcc5-3e68-74f2-a1b1-e27dab4ba126', alt_text: 'A blue mug', position: 0 },
    ...{ width: 640, height: 640 },
    sizes: [{ url: '/images/01a1fcc5-3e68-74f2-a1b1-e27dab4ba126/640.webp', width: 640, height: 640 }],
  },
} satisfies DeclaredResource;
