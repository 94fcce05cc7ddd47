import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import type { PictureType } from './picture';
import { sentPictureType } from './picture-content';
import { type ResizedImage, resizeImage } from './resize-image';
import { readBody } from './upload-body';

/** Maximum number of uploads at once. It limits memory, because each upload can have 10 MiB. */
const MAX_UPLOADS = 16;
/**
 * Maximum number of images that are decoded concurrently. libvips uses the libuv threads, which the process also
 * needs for other work.
 */
const MAX_DECODING = 2;

@Injectable()
export class ImageUploads {
  private uploads = 0;
  private decoding = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * Reads an uploaded image and returns it in all stored sizes. Throws 413, 415, 422 or 503 if this fails.
   */
  async receive(request: Pick<FastifyRequest, 'headers' | 'raw'>): Promise<ResizedImage[]> {
    const type = sentPictureType(request.headers, 'image');
    if (this.uploads >= MAX_UPLOADS) throw overloaded();
    this.uploads += 1;
    try {
      return await this.decode(type, await readBody(request));
    } finally {
      this.uploads -= 1;
    }
  }

  private async decode(type: PictureType, bytes: Buffer): Promise<ResizedImage[]> {
    if (this.decoding >= MAX_DECODING) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.decoding += 1;
    try {
      return await resizeImage(type, bytes);
    } finally {
      // The next waiting image takes over the slot, so `decoding` does not change.
      const next = this.waiting.shift();
      if (next) next();
      else this.decoding -= 1;
    }
  }
}

function overloaded(): ApiError {
  return new ApiError('overloaded', {
    detail: 'Too many images are being uploaded. Retry after the time in Retry-After.',
    headers: { 'retry-after': '2' },
  });
}
