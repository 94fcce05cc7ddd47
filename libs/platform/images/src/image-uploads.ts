import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import type { PictureType } from './picture';
import { sentPictureType } from './picture-content';
import { type ResizedImage, resizeImage } from './resize-image';
import { readBody } from './upload-body';

/** Maximum number of concurrent uploads. It limits memory, because each upload can be 10 MiB. */
const MAX_UPLOADS = 16;
/**
 * Maximum number of concurrently decoded images. libvips decodes on libuv threads, which the process also needs
 * for other work.
 */
const MAX_DECODING = 2;

/** Receives image uploads. Limits the number of concurrent uploads and decoders. */
@Injectable()
export class ImageUploads {
  private uploads = 0;
  private decoding = 0;
  private readonly waiting: (() => void)[] = [];

  /** Reads an uploaded image and returns it in all stored sizes. Throws 413, 415, 422 or 503. */
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
      // Hands the decoder slot over to the next waiting image.
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
