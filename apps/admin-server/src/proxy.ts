import { type Readable, Transform } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { ApiError } from '@storewright/json-api';
import { traceparent } from '@storewright/tracing';
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
      parsed(null, hasBody(request) ? limited(payload, upstream.bodyLimit) : undefined);
    });
    scope.addHook('onRequest', (request, _reply, next) => next(refusal(request, upstream)));
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

function handlerFor({ below }: Upstream) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.from(pathOf(request).slice(below.length), {
      rewriteRequestHeaders: (_request, headers) =>
        traced({
          ...requestHeaders(request, headers),
          // One id leads to both log lines.
          'x-request-id': request.id,
        }),
      rewriteHeaders: (headers) => {
        // The library then answers nobody, and the request would keep its place for ever (Overload).
        if (request.raw.aborted) reply.send();
        return answerHeaders(headers);
      },
      // By itself the library would send a GET again ten times that was answered 503.
      retryDelay: () => null,
      onError: (failed, { error }) => void failed.send(problemOf(error)),
    });
}

/** What the service does is a part of this request's trace. */
function traced<Headers extends object>(headers: Headers): Headers {
  const trace = traceparent();
  return trace === undefined ? headers : { ...headers, traceparent: trace };
}

/** Why it is not passed on at all; before anything of its body is read. */
function refusal(request: FastifyRequest, { bodyLimit }: Upstream): ApiError | undefined {
  if (dotSegment.test(pathOf(request)))
    return new ApiError('not_found', { detail: 'There is nothing at this address.' });
  return Number(request.headers['content-length'] ?? 0) > bodyLimit ? tooLarge(bodyLimit) : undefined;
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A body that does not say how long it is must not get longer either. */
function limited(body: Readable, most: number): Transform {
  let length = 0;
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      done(length > most ? tooLarge(most) : null, chunk);
    },
  });
  // Whether or not anybody reads it by then: an error that nobody listens to ends the process.
  passed.on('error', () => undefined);
  // Not `pipeline`, which would cut the connection that the refusal is to be sent on.
  body.once('close', () => body.readableEnded || passed.destroy(new Error('the client went away')));
  return body.pipe(passed);
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
