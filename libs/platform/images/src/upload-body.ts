import { ApiError } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/**
 * Minimum average size in bytes of the chunks of a request body. A chunk costs as much CPU time as a kilobyte
 * of data.
 */
const MIN_AVERAGE_BYTES = 256;
const MAX_TINY_PIECES = 1_000;

/**
 * Reads the request body of a route that sets `config.readsBody`. Throws 413 as soon as the body exceeds the
 * limit, without reading the rest.
 */
export async function readBody({ raw }: Pick<FastifyRequest, 'raw'>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_UPLOAD_BYTES) throw tooLarge();
    pieces.push(piece);
    if (pieces.length > MAX_TINY_PIECES && length < pieces.length * MIN_AVERAGE_BYTES) throw tooLarge();
  }
  return Buffer.concat(pieces);
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', {
    detail: `The image is larger than ${MAX_UPLOAD_BYTES} bytes. Send a smaller file.`,
    headers: { connection: 'close' },
  });
}
