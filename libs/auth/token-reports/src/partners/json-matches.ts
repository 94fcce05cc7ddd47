import { ApiError, checkContentEncoding, mediaTypeOf } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import type { PartnerMatch } from './partner-reports';

/** Returns the unparsed bytes of a JSON body for signature verification. Throws 415 for another media type. */
export function jsonBody({ headers, body }: FastifyRequest): Buffer {
  if (mediaTypeOf(headers['content-type']) !== 'application/json')
    throw new ApiError('unsupported_media_type', {
      detail: 'The media type of the body is not supported. Send application/json.',
    });
  checkContentEncoding(headers['content-encoding']);
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/**
 * Parses a report of leaked tokens: a list of objects with the strings `token` and `type`, and with a URL in
 * the member `urlName`. Throws 400 for any other body.
 */
export function parseMatches(body: Buffer, urlName: 'url' | 'location'): PartnerMatch[] {
  const list = parsed(body);
  if (!Array.isArray(list)) throw malformed();
  return list.map((each: unknown) => {
    const { token, type, [urlName]: url } = (each ?? {}) as Record<string, unknown>;
    if (typeof token !== 'string' || typeof type !== 'string') throw malformed();
    return { token, type, url: typeof url === 'string' ? url : undefined };
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed();
  }
}

function malformed(): ApiError {
  return new ApiError('malformed_document', {
    detail: 'The body must be a JSON array of objects with the strings "token" and "type".',
  });
}
