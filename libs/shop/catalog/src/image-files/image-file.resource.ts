import { defineResource } from '@storewright/entities';
import { ImageFile } from './image-file.entity';

export const imageFiles = defineResource(ImageFile, {
  type: 'image_files',
  description: 'An uploaded image, ready for use as a product image. Unused files are deleted after a day.',
  path: '/api/image_files',
});
