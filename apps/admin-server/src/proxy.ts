import { type Readable, Transform } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { ApiError } from '@storewright/json-api';
import { traceparent } from '@storewright/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { answerHeaders, requestHeaders } from './headers';

export interface Upstream {
  to: string;
  /** Path prefix that the proxy removes before it forwards a request. */
  below: string;
  bodyLimit: number;
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Timeout in milliseconds for a service that sends no data. Must be longer than the services' own timeouts. */
const silenceMs = 60_000;
const connectMs = 5_000;

/**
 * Matches `.` and `..` path segments in any encoding. The server rejects such paths, because servers resolve them
 * differently.
 */
const dotSegment = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i;

/** Forwards requests to a service and streams its responses to the browser. Does not follow redirects. */
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
        // Enables certificate checks, because the proxy library disables certificate checks by default.
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
          // Sends the request id to the service, so that the logs of both servers contain the same request id.
          'x-request-id': request.id,
        }),
      rewriteHeaders: (headers) => {
        // Completes an aborted request, because the proxy library leaves the request open. An open request would
        // occupy a slot of AdmissionController forever.
        if (request.raw.aborted) reply.send();
        return answerHeaders(headers);
      },
      // Disables retries, because the proxy library repeats a GET with a 503 response up to ten times.
      retryDelay: () => null,
      onError: (failed, { error }) => void failed.send(problemOf(error)),
    });
}

/** Adds the trace header, so that the service's span is a child of this request's trace. */
function traced<Headers extends object>(headers: Headers): Headers {
  const trace = traceparent();
  return trace === undefined ? headers : { ...headers, traceparent: trace };
}

/** Returns the error for a request that the proxy must reject before reading the body. */
function refusal(request: FastifyRequest, { bodyLimit }: Upstream): ApiError | undefined {
  if (dotSegment.test(pathOf(request)))
    return new ApiError('not_found', { detail: 'No route matches this path.' });
  return Number(request.headers['content-length'] ?? 0) > bodyLimit ? tooLarge(bodyLimit) : undefined;
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Rejects a request body without Content-Length as soon as it exceeds the limit. */
function limited(body: Readable, most: number): Transform {
  let length = 0;
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      done(length > most ? tooLarge(most) : null, chunk);
    },
  });
  // Ignores the stream's error event, because an unhandled error event would end the process.
  passed.on('error', () => undefined);
  // Avoids `pipeline`, which would close the connection before the error response is sent.
  body.once('close', () => body.readableEnded || passed.destroy(new Error('the client went away')));
  return body.pipe(passed);
}

function tooLarge(most: number): ApiError {
  return new ApiError('payload_too_large', {
    detail: `The request body is larger than ${most} bytes. Send a smaller body.`,
    headers: { connection: 'close' },
  });
}

function problemOf(error: Error): ApiError {
  const { cause } = error;
  if (cause instanceof ApiError) return cause;
  return new ApiError('unavailable', {
    detail: 'The service behind the panel does not respond. Retry after the time in Retry-After.',
    headers: { 'retry-after': '1' },
    cause: cause ?? error,
  });
}
