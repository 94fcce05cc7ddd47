import { anImageFile } from '@storewright/api-testing';
import type { ControllerSample } from '@storewright/conformance';
import { aPng } from '@storewright/testing';
import { imageFiles } from './image-file.resource';

export const imageFilesSample: ControllerSample = {
  resource: imageFiles,
  routes: ['POST /api/image_files', 'GET /api/image_files/:id'],
  scopes: ['product_images.post'],
  request: async ({ method, path }, { tenant: { http } }) =>
    method === 'POST'
      ? { method, path, body: aPng(2), headers: { 'content-type': 'image/png' } }
      : { method, path: path.replace(':id', await anImageFile(http)) },
};
