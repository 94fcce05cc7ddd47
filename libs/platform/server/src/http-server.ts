import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, mediaType } from '@storewright/json-api';
import { type ConnectionLimits, Connections } from './connections';

/**
 * Keep-alive timeout in milliseconds. It exceeds the 60 seconds of common proxies, so that the proxy closes
 * connections first.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * Maximum number of request headers. By default, Node drops headers after the first 2,000, although a proxy may
 * have read them.
 */
const MAX_HEADERS = 100;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Sends an error document for a request that is rejected before Fastify handles it. */
type Refuse = (error: ApiError, socket: Socket) => void;

/**
 * Creates the HTTP server of a service. It sends error documents for requests that Node would reject without a
 * document (missing Host, unknown Expect) or drop (CONNECT). It rejects requests with several Host headers,
 * because Node and a proxy could choose different ones.
 */
export function httpServer(handle: Handler, refuse: Refuse, limits?: Partial<ConnectionLimits>): Server {
  const begin: Handler = (request, response) => {
    if (connections.refuseEarly?.(request, response)) return;
    const problem = tooManyHeaders(request) ?? hostProblem(request);
    if (problem) return refuse(problem, request.socket);
    bringIntoForm(request);
    handle(request, response);
  };
  const connections = new Connections(begin, refuse, limits);
  const onRequest: Handler = (request, response) => connections.handleInOrder(request, response);
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, ...connections.nodeLimits },
    onRequest,
  );
  server.maxHeadersCount = 0;
  connections.watch(server);
  // Ignores unknown values of the Expect header, as RFC 9110 §10.1.1 allows.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(
      new ApiError('method_not_allowed', {
        detail: 'This server is not a proxy. Send the request directly.',
        headers: { allow: 'OPTIONS' },
      }),
      socket,
    );
  });
  return server;
}

function tooManyHeaders({ rawHeaders }: IncomingMessage): ApiError | undefined {
  if (rawHeaders.length <= MAX_HEADERS * 2) return undefined;
  return new ApiError('headers_too_large', {
    detail: `The request has too many headers. Send at most ${MAX_HEADERS}.`,
  });
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112 §3.2). */
function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): ApiError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return new ApiError('malformed_request', {
    detail: `The request must have exactly one Host header, but it has ${headers.host === undefined ? 'none' : hosts}.`,
    source: { header: 'Host' },
  });
}

const readable = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

function bringIntoForm(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (!url.startsWith('/') && URL.canParse(url)) {
    // An absolute URL takes precedence over the Host header (RFC 9112 §3.2.2).
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    request.url = pathname + search;
  }
  // Removes an empty port from the Host header, because it means the default port (RFC 3986 §6.2.3).
  if (headers.host?.endsWith(':')) headers.host = headers.host.slice(0, -1);
  const type = headers['content-type'];
  // Fastify would reject a malformed media type before authentication. Handlers reject this valid replacement
  // after authentication.
  if (type !== undefined && type !== mediaType && !readable.test(type))
    headers['content-type'] = 'application/octet-stream';
}
