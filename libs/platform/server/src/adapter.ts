import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  ApiError,
  asApiError,
  errorDocument,
  mediaType,
  type Render,
  sendResponse,
} from '@storewright/json-api';
import { isTiming, timed } from '@storewright/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { type ConnectionLimits, connectionsOf, hasBody, requestTimeout } from './connections';
import { httpServer } from './http-server';
import { requestIdOf } from './request-id';

export interface AdapterOptions {
  bodyLimit: number;
  trustedProxies: string[];
  docsUrl: string;
  connectionLimits?: Partial<ConnectionLimits>;
}

/**
 * Maximum length of a path parameter. No longer parameter fits into Node's limit for the request headers.
 * Fastify therefore never rejects a long id, and the route authenticates the request first.
 */
const MAX_PARAMETER_LENGTH = 16_384;

/**
 * The Fastify adapter of all services. Route handlers receive request bodies as bytes (CSV as a stream) and
 * parse query strings after authentication. The adapter also sets request ids, returns 405 with Allow, and
 * sends error documents for requests that reach no route.
 */
export class Adapter extends FastifyAdapter {
  private readonly methods = new Map<string, Set<string>>();
  /** Paths whose GET route has side effects. These paths support neither HEAD nor OPTIONS. */
  private readonly onlyGet = new Set<string>();

  constructor(private readonly settings: AdapterOptions) {
    super({
      bodyLimit: settings.bodyLimit,
      trustProxy: settings.trustedProxies.length ? settings.trustedProxies : false,
      genReqId: requestIdOf,
      exposeHeadRoutes: false,
      logger: false,
      routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: unread },
      frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        void this.answer(error, request, reply);
      },
      clientErrorHandler: (error: Error, socket: Socket) => this.refuseUnread(error, socket),
      serverFactory: (handle: Parameters<typeof httpServer>[0]) =>
        httpServer(handle, (error, socket) => this.refuse(error, socket), settings.connectionLimits),
    } as never);
    const fastify = this.getInstance<FastifyInstance>();
    // No route accepts the HTTP method QUERY. By default, Fastify would return 400 instead of 405 for a QUERY
    // request without Content-Type.
    fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    fastify.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    fastify.addHook('preParsing', ({ raw, routeOptions }, reply, payload, done) => {
      const isLater = routeOf(routeOptions.config).readsBody;
      done(null, isLater ? leaveUnread(raw, reply) : checkedPayload(raw, payload));
    });
    fastify.addHook('onRoute', (route) => {
      const { method, url, handler, config } = route;
      const { bodyLimit, readsBody } = routeOf(config);
      if (bodyLimit !== undefined)
        route.bodyLimit = readsBody ? bodyLimit : Math.min(bodyLimit, settings.bodyLimit);
      const methods = this.methods.get(url) ?? new Set<string>();
      this.methods.set(url, methods);
      for (const each of [method].flat()) methods.add(each);
      if (method !== 'GET') return;
      if (routeOf(config).head === false) this.onlyGet.add(url);
      else fastify.route({ method: 'HEAD', url, handler, config: config ?? {} });
    });
  }

  /** Sends a `Render` function's response as a JSON:API document. Nest sends other values. */
  override reply(reply: FastifyReply, value: unknown, status?: number): FastifyReply {
    if (typeof value !== 'function') return super.reply(reply, value, status) as unknown as FastifyReply;
    const render = () => sendResponse(value as Render, reply.request, reply);
    return reply.send(isTiming() ? timed('document', render) : render());
  }

  /** Returns 405 for a method that the path does not support. Nest's own handler would return 404. */
  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setNotFoundHandler((request, reply) => {
      const allowed = this.allowedAt(request.url);
      if (allowed === undefined) {
        return this.answer(
          new ApiError('not_found', { detail: 'No route matches this path.' }),
          request,
          reply,
        );
      }
      if (request.method === 'OPTIONS' && allowed.endsWith('OPTIONS'))
        return reply.code(204).header('allow', allowed).send();
      const detail = `This path supports only ${allowed}.`;
      return this.answer(
        new ApiError('method_not_allowed', { detail, headers: { allow: allowed } }),
        request,
        reply,
      );
    });
  }

  /**
   * Returns the methods of all routes that match a path, because a path such as `/things/count` can also
   * match `/things/:id`.
   */
  private allowedAt(url: string): string | undefined {
    const path = decodeURI(url.split('?', 1)[0]!);
    const known = [...this.methods].filter(([pattern]) => matches(pattern, path));
    if (known.length === 0) return undefined;
    const methods = new Set(known.flatMap(([, each]) => [...each]));
    if (!known.some(([pattern]) => this.onlyGet.has(pattern))) methods.add('OPTIONS');
    return [...methods].join(', ');
  }

  private answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = asApiError(thrown);
    return reply
      .code(error.status)
      .headers({ ...standardHeaders(request), 'content-type': mediaType, ...(error as ApiError).headers })
      .send(Buffer.from(errorDocument(error, request.id, this.settings.docsUrl)));
  }

  private refuseUnread(error: Error & { code?: string }, socket: Socket): void {
    // Sends no error document after a partial response, or to a client that has sent nothing.
    const connections = connectionsOf(this.getHttpServer() as object);
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket))
      return void socket.destroy();
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      if (socket.bytesRead === 0) return void socket.destroy();
      return this.refuse(requestTimeout(), socket);
    }
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('headers_too_large', {
            detail: 'The request headers are too large. Send fewer or shorter headers.',
          })
        : new ApiError('malformed_request', {
            detail: 'The request is not valid HTTP. Check the request line and the headers.',
          });
    this.refuse(problem, socket);
  }

  private refuse(problem: ApiError, socket: Socket): void {
    const requestId = randomUUID();
    const body = errorDocument(problem, requestId, this.settings.docsUrl);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `content-type: ${mediaType}`,
      'vary: Accept',
      `x-request-id: ${requestId}`,
      ...Object.entries(problem.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
}

interface RouteOptions {
  bodyLimit?: number;
  /**
   * True if the route handler reads the request body itself, after authentication. `bodyLimit` can then
   * exceed the limit of the service.
   */
  readsBody?: boolean;
  /** False if GET has side effects. The route then supports no HEAD requests. */
  head?: boolean;
}

const routeOf = (config: unknown): RouteOptions => (config ?? {}) as RouteOptions;

/**
 * Gives Fastify an empty body, so that the route handler can read the request body later. Fastify still
 * rejects a Content-Length above the limit of the route. A body without Content-Length may be endless, so the
 * connection is closed after the response.
 */
function leaveUnread({ headers }: IncomingMessage, reply: FastifyReply): Readable {
  if (headers['transfer-encoding'] !== undefined) void reply.header('connection', 'close');
  const receivedEncodedLength = Number(headers['content-length'] ?? 0);
  return Object.assign(Readable.from([]), { receivedEncodedLength });
}

/** Returns the headers that every response has. JSON:API requires `Vary: Accept`. */
export function standardHeaders({ id }: Pick<FastifyRequest, 'id'>): Record<string, string> {
  return { vary: 'Accept', 'x-request-id': id, 'x-content-type-options': 'nosniff' };
}

/**
 * A request body can arrive in MAX_TINY_PIECES chunks of any size. In a body of more chunks, the average
 * chunk must have at least MIN_AVERAGE_BYTES.
 */
const [MAX_TINY_PIECES, MIN_AVERAGE_BYTES] = [1_000, 256];

const isStreamed = /^\s*text\/csv\b/i;

/**
 * Returns a function that receives the chunks of a request body and closes the connection if too many are
 * tiny. A chunk costs as much CPU time as a kilobyte of data.
 */
function pieceCounter(socket: Socket): (piece: Buffer) => void {
  let [pieces, bytes] = [0, 0];
  return ({ length }) => {
    pieces += 1;
    bytes += length;
    if (pieces > MAX_TINY_PIECES && bytes < pieces * MIN_AVERAGE_BYTES) socket.destroy();
  };
}

/**
 * Closes the connection if the request body arrives in too many tiny chunks. A streamed body passes through a
 * transform stream, which preserves backpressure.
 */
function checkedPayload(request: IncomingMessage, payload: RequestPayload): RequestPayload {
  if (isStreamed.test(request.headers['content-type'] ?? ''))
    return pipeline(payload, new PieceCheck(request.socket), () => undefined);
  if (hasBody(request)) request.on('data', pieceCounter(request.socket));
  return payload;
}

class PieceCheck extends Transform {
  private readonly count: (piece: Buffer) => void;

  constructor(socket: Socket) {
    super();
    this.count = pieceCounter(socket);
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.count(piece);
    done(null, piece);
  }
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  return (
    expected.length === given.length &&
    expected.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

const none = Object.freeze({});
function unread(): object {
  return none;
}
