import { hash } from 'node:crypto';
import { createParamDecorator } from '@nestjs/common';
import { ApiError, checkContentEncoding, mediaTypeOf } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureType, pictureTypes, readPicture } from './picture';

export const MAX_SCREENSHOT_BYTES = 512 * 1024;
/** Bounds of width and height in pixels. The upper bound limits the memory of a browser that decodes the image. */
const MIN_SIDE_PX = 320;
const MAX_SIDE_PX = 2560;

/** A validated screenshot. */
export interface Screenshot {
  type: PictureType;
  bytes: Buffer;
  /** SHA-256 in hexadecimal. */
  digest: string;
}

/** The screenshot in the body: `@SentScreenshot() screenshot: Screenshot`. Throws 415 or 422. */
export const SentScreenshot = createParamDecorator((_: unknown, context): Screenshot =>
  readScreenshot(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function readScreenshot({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): Screenshot {
  const sent = mediaTypeOf(headers['content-type']);
  const type = pictureTypes.find((each) => each === sent);
  if (!type)
    throw new ApiError('unsupported_media_type', {
      detail: `Send the screenshot with "Content-Type: ${pictureTypes.join('" or "')}".`,
      source: { header: 'Content-Type' },
    });
  checkContentEncoding(headers['content-encoding']);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  checkScreenshot(type, bytes);
  return { type, bytes, digest: hash('sha256', bytes, 'hex') };
}

function checkScreenshot(type: PictureType, bytes: Buffer): void {
  const picture = readPicture(type, bytes);
  if (!picture) throw invalidImage('format', `The body is not ${type}, although Content-Type says so.`);
  const { width, height, isAnimated } = picture;
  if (isAnimated) throw invalidImage('animated', 'The image is animated. Send a still image.');
  if (Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX)
    throw invalidImage(
      'dimensions',
      `The image has ${width} × ${height} pixels. ` +
        `A screenshot must have ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels on each side.`,
    );
}

function invalidImage(reason: 'format' | 'animated' | 'dimensions', detail: string): ApiError {
  return new ApiError('invalid_image', { detail, meta: { reason } });
}
