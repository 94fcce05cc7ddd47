import { hash } from 'node:crypto';
import { ApiError, checkContentEncoding, mediaTypeOf, type Render } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureType, pictureTypes } from './picture';

export interface PictureContent {
  type: PictureType;
  bytes: Buffer;
  /** SHA-256 digest of the image in hexadecimal. */
  digest: string;
}

const [mediaType, ...also] = pictureTypes;
export const pictureBody = { mediaType, also, schema: { description: 'Image data.' } };

/**
 * Response headers of images. Caches can store images forever, because the URL contains the digest of the
 * image. Pages of all origins can embed images.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Returns the media type of an uploaded image. Throws 415 for an unsupported media type. `noun` names the
 * image in the error message.
 */
export function sentPictureType(headers: FastifyRequest['headers'], noun: string): PictureType {
  const sent = mediaTypeOf(headers['content-type']);
  const type = pictureTypes.find((each) => each === sent);
  if (!type)
    throw new ApiError('unsupported_media_type', {
      detail:
        `The Content-Type of the ${noun} is missing or not supported. ` +
        `Send "Content-Type: ${pictureTypes.join('" or "')}".`,
      source: { header: 'Content-Type' },
    });
  checkContentEncoding(headers['content-encoding']);
  return type;
}

/**
 * Reads an uploaded image. Throws 415 for an unsupported media type. `noun` names the image in the error
 * message.
 */
export function sentPicture(
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  noun: 'icon' | 'screenshot',
): PictureContent {
  const type = sentPictureType(headers, noun);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { type, bytes, digest: hash('sha256', bytes, 'hex') };
}

export function showPicture(
  { media_type: type, bytes }: { media_type: string; bytes: Buffer },
  { digest, name }: { digest: string; name: string },
): Render {
  const headers = {
    'content-type': type,
    'content-disposition': `inline; filename="${name}.${type.slice('image/'.length)}"`,
    etag: `"${digest}"`,
    ...HEADERS,
  };
  return () => ({ headers, bytes });
}
