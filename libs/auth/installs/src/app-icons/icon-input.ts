import { hash } from 'node:crypto';
import { createParamDecorator } from '@nestjs/common';
import { ApiError, checkContentEncoding, mediaTypeOf } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureType, pictureTypes, readPicture } from '@storewright/app-listings';

export const MAX_ICON_BYTES = 256 * 1024;
/** Minimum and maximum of width and height in pixels. */
const [minSide, maxSide] = [128, 1200];

/** An icon that passed validation. */
export interface Icon {
  type: PictureType;
  bytes: Buffer;
  /** SHA-256 of the bytes in hexadecimal. */
  digest: string;
}

/** The icon in the body: `@SentIcon() icon: Icon`. Throws 415 or 422. */
export const SentIcon = createParamDecorator((_: unknown, context): Icon =>
  readIcon(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function readIcon({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): Icon {
  const type = iconTypeOf(headers['content-type']);
  checkContentEncoding(headers['content-encoding']);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  checkPicture(type, bytes);
  return { type, bytes, digest: hash('sha256', bytes, 'hex') };
}

function iconTypeOf(contentType: string | undefined): PictureType {
  const sent = mediaTypeOf(contentType);
  const type = pictureTypes.find((each) => each === sent);
  if (type) return type;
  throw new ApiError('unsupported_media_type', {
    detail: `Send the icon with "Content-Type: ${pictureTypes.join('" or "')}".`,
    source: { header: 'Content-Type' },
  });
}

function checkPicture(type: PictureType, bytes: Buffer): void {
  const picture = readPicture(type, bytes);
  if (!picture)
    throw invalidIcon(
      'format',
      `The body is not a valid ${type} file. Send an image that matches the Content-Type.`,
    );
  const { width, height, isAnimated } = picture;
  if (isAnimated) throw invalidIcon('animated', 'The image is animated. Send a still image.');
  const size = `The image has ${width} × ${height} pixels`;
  if (width !== height) throw invalidIcon('not_square', `${size}. An icon must be square.`);
  if (width < minSide || width > maxSide)
    throw invalidIcon(
      'dimensions',
      `${size}. An icon must have ${minSide} to ${maxSide} pixels on each side.`,
    );
}

function invalidIcon(reason: 'format' | 'animated' | 'not_square' | 'dimensions', detail: string): ApiError {
  return new ApiError('invalid_icon', { detail, meta: { reason } });
}
