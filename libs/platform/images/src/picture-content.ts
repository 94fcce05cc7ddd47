import { hash } from 'node:crypto';
import { ApiError, checkContentEncoding, mediaTypeOf, type Render } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureType, pictureTypes } from './picture';

/** An image in the body of a request. */
export interface PictureContent {
  type: PictureType;
  bytes: Buffer;
  /** SHA-256 of the image in hexadecimal. */
  digest: string;
}

const [mediaType, ...also] = pictureTypes;
/** Image data in the description of an operation. */
export const pictureBody = { mediaType, also, schema: { description: 'Image data.' } };

/**
 * The URL of an image contains the digest of its content, so responses never expire. Pages of any site may
 * embed images.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Returns the media type of the image in the body. Throws 415. `noun` names the image in the error. */
export function sentPictureType(headers: FastifyRequest['headers'], noun: string): PictureType {
  const sent = mediaTypeOf(headers['content-type']);
  const type = pictureTypes.find((each) => each === sent);
  if (!type)
    throw new ApiError('unsupported_media_type', {
      detail: `Send the ${noun} with "Content-Type: ${pictureTypes.join('" or "')}".`,
      source: { header: 'Content-Type' },
    });
  checkContentEncoding(headers['content-encoding']);
  return type;
}

/** Reads the image in the body. Throws 415 for another media type. `noun` names the image in the error. */
export function sentPicture(
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  noun: 'icon' | 'screenshot',
): PictureContent {
  const type = sentPictureType(headers, noun);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { type, bytes, digest: hash('sha256', bytes, 'hex') };
}

/** Renders a stored, public image. `name` is the file name without its extension. */
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
