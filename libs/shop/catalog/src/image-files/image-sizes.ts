import type { JsonSchema } from '@storewright/json-api';

export interface ImageSize {
  /** Path of the image, relative to the URL of the shop. */
  url: string;
  width: number;
  height: number;
}

export const sizesDescription =
  'Sizes of the image, the smallest first. Each url is a path below the address of the shop and needs no token. ' +
  'Images are WebP.';

const side = { type: 'integer', minimum: 1 };
export const sizesSchema: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { url: { type: 'string', format: 'uri-reference' }, width: side, height: side },
    required: ['url', 'width', 'height'],
  },
};

/**
 * Path of an image file in one size. Nobody can guess the path, because it contains the random id of the
 * file.
 */
export const imagePath = (file_id: string, sidePx: number): string =>
  `/api/image_files/${file_id}/${sidePx}.webp`;

/** Parses the last path segment of an image URL, such as `640.webp`, and returns the size in pixels. */
export const sideOf = (name: string): number | undefined => {
  const [, digits] = /^([1-9]\d{1,3})\.webp$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
