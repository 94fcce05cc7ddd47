import { Transform } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { ApiError } from '@storewright/json-api';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { answerHeaders, requestHeaders } from './headers';

export interface Upstream {
  /** Origin of the service. */
  to: string;
  /** Taken off the beginning of the path. */
  below: string;
  bodyLimit: number;
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** How long a service may be silent, in ms: longer than the services let themselves take. */
const silenceMs = 60_000;
const connectMs = 5_000;

/** `.` and `..` as a segment, in any spelling: what they lead to must not depend on who resolves them. */
const dotSegment = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i;

/** Passes requests on to a service and its answers back, both as they stream. Redirects are the browser's affair. */
export function passOn(
  fastify: FastifyInstance,
  upstream: Upstream,
  routes: (route: (url: string, methods?: HTTPMethods[]) => void) => void,
): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, payload, parsed) => {
      parsed(null, hasBody(request) ? payload.pipe(limited(upstream.bodyLimit)) : undefined);
    });
    void scope.register(replyFrom, {
      base: upstream.to,
      disableRequestLogging: true,
      undici: {
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
        connectTimeout: connectMs,
        // The library's own default is false.
        tls: { rejectUnauthorized: true },
      } as object,
    });
    routes((url, method = everyMethod) => scope.route({ url, method, handler: handlerFor(upstream) }));
    done();
  });
}

function handlerFor({ below, bodyLimit }: Upstream) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0]!.slice(below.length);
    if (dotSegment.test(path))
      throw new ApiError('not_found', { detail: 'There is nothing at this address.' });
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
    return reply.from(path, {
      rewriteRequestHeaders: (_request, headers) => requestHeaders(request, headers),
      rewriteHeaders: (headers) => answerHeaders(headers),
      // By itself the library would send a GET again ten times that was answered 503.
      retryDelay: () => null,
      onError: (failed, { error }) => void failed.send(problemOf(error)),
    });
  };
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A body that does not say how long it is must not get longer either. */
function limited(most: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      done(length > most ? tooLarge(most) : null, chunk);
    },
  });
}

function tooLarge(most: number): ApiError {
  return new ApiError('payload_too_large', {
    detail: `The body is larger than ${most} bytes.`,
    headers: { connection: 'close' },
  });
}

function problemOf(error: Error): ApiError {
  const { cause } = error;
  if (cause instanceof ApiError) return cause;
  return new ApiError('unavailable', {
    detail: 'The service behind the panel does not answer.',
    headers: { 'retry-after': '1' },
    cause: cause ?? error,
  });
}
