import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ConnectionLimits, connectionsOf, hasBody, requestTimeout } from './connections';
import { httpServer } from './http-server';
import { requestIdOf } from './request-id';

export interface AdapterOptions {
  bodyLimit: number;
  trustedProxies: string[];
  docsUrl: string;
  connectionLimits?: Partial<ConnectionLimits>;
}

/** Nothing longer comes through Node's limit of a request's head. An id that long is nobody's, which its route says: after token and scope. */
const maxParameterLength = 16_384;

/**
 * Fastify as this platform needs it: request ids, bodies as bytes (reading them is the input's job, after token and scope), query strings
 * unread, 405 with Allow instead of 404, and errors documents also for what never becomes a request.
 */
export class Adapter extends FastifyAdapter {
  /** path with `:parameters` → methods. */
  private readonly methods = new Map<string, Set<string>>();
  /** Paths whose GET changes something: no other method is answered there, not even HEAD and OPTIONS. */
  private readonly onlyGet = new Set<string>();

  constructor(private readonly settings: AdapterOptions) {
    super({
      bodyLimit: settings.bodyLimit,
      trustProxy: settings.trustedProxies.length ? settings.trustedProxies : false,
      genReqId: requestIdOf,
      exposeHeadRoutes: false,
      logger: false,
      routerOptions: { maxParamLength: maxParameterLength, querystringParser: unread },
      frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        void this.answer(error, request, reply);
      },
      clientErrorHandler: (error: Error, socket: Socket) => this.refuseUnread(error, socket),
      serverFactory: (handle: Parameters<typeof httpServer>[0]) =>
        httpServer(handle, (error, socket) => this.refuse(error, socket), settings.connectionLimits),
    } as never);
    const fastify = this.getInstance<FastifyInstance>();
    // Fastify knows QUERY and answers 400 where it comes without a Content-Type; no address of ours takes it.
    fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    fastify.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
      cutWhereInCrumbs(raw);
      done();
    });
    fastify.addHook('onRoute', (route) => {
      const { method, url, handler, config } = route;
      const { bodyLimit } = (config ?? {}) as { bodyLimit?: number };
      if (bodyLimit !== undefined) route.bodyLimit = Math.min(bodyLimit, settings.bodyLimit);
      const methods = this.methods.get(url) ?? new Set<string>();
      this.methods.set(url, methods);
      for (const each of [method].flat()) methods.add(each);
      if (method !== 'GET') return;
      if ((config as { head?: boolean } | undefined)?.head === false) this.onlyGet.add(url);
      else fastify.route({ method: 'HEAD', url, handler, config: config ?? {} });
    });
  }

  /** What a handler returned: a `Render` of ours becomes a document, anything else is Nest's affair. */
  override reply(reply: FastifyReply, value: unknown, status?: number): FastifyReply {
    if (typeof value !== 'function') return super.reply(reply, value, status) as unknown as FastifyReply;
    const render = () => sendResponse(value as Render, reply.request, reply);
    return reply.send(isTiming() ? timed('document', render) : render());
  }

  /** Nest's own handler would answer 404 to a known address with another method. */
  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setNotFoundHandler((request, reply) => {
      const allowed = this.allowedAt(request.url);
      if (allowed === undefined) {
        return this.answer(
          new ApiError('not_found', { detail: 'There is nothing at this address.' }),
          request,
          reply,
        );
      }
      if (request.method === 'OPTIONS' && allowed.endsWith('OPTIONS'))
        return reply.code(204).header('allow', allowed).send();
      const detail = `This address takes ${allowed}.`;
      return this.answer(
        new ApiError('method_not_allowed', { detail, headers: { allow: allowed } }),
        request,
        reply,
      );
    });
  }

  /** Of all routes that know the address: `/things/count` may be one of `/things/:id`, too. */
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

  /** What Node's HTTP parser refuses never becomes a request. */
  private refuseUnread(error: Error & { code?: string }, socket: Socket): void {
    // A part of an answer cannot be taken back, and who has said nothing has asked nothing.
    const connections = connectionsOf(this.getHttpServer() as object);
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket))
      return void socket.destroy();
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      if (socket.bytesRead === 0) return void socket.destroy();
      return this.refuse(requestTimeout(), socket);
    }
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('headers_too_large', { detail: 'Send fewer or shorter headers.' })
        : new ApiError('malformed_request', {
            detail: 'The request cannot be understood; look at its line and headers.',
          });
    this.refuse(problem, socket);
  }

  /** The document is written to the socket, and the connection ends with it. */
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

/** On every answer (JSON:API: Vary lists Accept; the id finds the request in the log). */
export function standardHeaders({ id }: Pick<FastifyRequest, 'id'>): Record<string, string> {
  return { vary: 'Accept', 'x-request-id': id, 'x-content-type-options': 'nosniff' };
}

/** Pieces of a body in which it may come whatever their size, and bytes that more of them have each, on average. */
const [fewPieces, pieceSize] = [1_000, 256];

/** Each piece costs as much as a kilobyte: a megabyte in single bytes would take seconds. */
function cutWhereInCrumbs(request: IncomingMessage): void {
  if (!hasBody(request)) return;
  let [pieces, bytes] = [0, 0];
  request.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > fewPieces && bytes < pieces * pieceSize) request.socket.destroy();
  });
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
