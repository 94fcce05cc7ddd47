import { createParamDecorator } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type PictureContent, readPicture, sentPicture } from '@storewright/images';

export const MAX_ICON_BYTES = 256 * 1024;
const [minSide, maxSide] = [128, 1200];

/**
 * Parameter decorator for an app icon in the request body. Throws 415 for an unsupported media type, and 422
 * for an invalid image.
 */
export const SentIcon = createParamDecorator((_: unknown, context): PictureContent =>
  readIcon(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function readIcon(request: Pick<FastifyRequest, 'headers' | 'body'>): PictureContent {
  const icon = sentPicture(request, 'icon');
  checkIcon(icon);
  return icon;
}

function checkIcon({ type, bytes }: PictureContent): void {
  const picture = readPicture(type, bytes);
  if (!picture)
    throw invalidIcon(
      'format',
      `The body is not a valid ${type} file. Send an image that matches the Content-Type.`,
    );
  const { width, height, isAnimated } = picture;
  if (isAnimated) throw invalidIcon('animated', 'The image is animated. Send a still image.');
  const size = `The image is ${width} × ${height} pixels.`;
  if (width !== height) throw invalidIcon('not_square', `An icon must be square. ${size}`);
  if (width < minSide || width > maxSide)
    throw invalidIcon(
      'dimensions',
      `An icon must have ${minSide} to ${maxSide} pixels on each side. ${size}`,
    );
}

function invalidIcon(reason: 'format' | 'animated' | 'not_square' | 'dimensions', detail: string): ApiError {
  return new ApiError('invalid_icon', { detail, meta: { reason } });
}
