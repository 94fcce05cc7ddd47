import { createParamDecorator } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureContent, readPicture, sentPicture } from '@storewright/images';

export const MAX_SCREENSHOT_BYTES = 512 * 1024;
/**
 * Minimum and maximum width and height of a screenshot in pixels. The maximum limits the memory that a browser needs
 * to decode the screenshot.
 */
const MIN_SIDE_PX = 320;
const MAX_SIDE_PX = 2560;

/**
 * Parameter decorator for a screenshot in the request body. Throws 415 for an unsupported media type, and 422
 * for an invalid image.
 */
export const SentScreenshot = createParamDecorator((_: unknown, context): PictureContent =>
  readScreenshot(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function readScreenshot(request: Pick<FastifyRequest, 'headers' | 'body'>): PictureContent {
  const screenshot = sentPicture(request, 'screenshot');
  checkScreenshot(screenshot);
  return screenshot;
}

function checkScreenshot({ type, bytes }: PictureContent): void {
  const picture = readPicture(type, bytes);
  if (!picture)
    throw invalidImage(
      'format',
      `The body is not a valid ${type} file. Send an image that matches the Content-Type.`,
    );
  const { width, height, isAnimated } = picture;
  if (isAnimated) throw invalidImage('animated', 'The image is animated. Send a still image.');
  if (Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX)
    throw invalidImage(
      'dimensions',
      `The image is ${width} × ${height} pixels. ` +
        `A screenshot must have ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels on each side.`,
    );
}

function invalidImage(reason: 'format' | 'animated' | 'dimensions', detail: string): ApiError {
  return new ApiError('invalid_image', { detail, meta: { reason } });
}
