import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, mediaType } from '@storewright/json-api';
import { type ConnectionLimits, Connections } from './connections';

/**
 * Time in milliseconds for which an idle connection is kept open. It exceeds the 60 seconds of common
 * proxies, so that the proxy closes the connection first.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * Maximum number of request headers. By default, Node ignores all headers after the first 2,000, which a
 * proxy may have read.
 */
const MAX_HEADERS = 100;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Refuse = (error: ApiError, socket: Socket) => void;

/**
 * Creates the HTTP server of a service. It sends an error document if a request has no Host header or the
 * method CONNECT, which Node would reject without a body or drop. It rejects requests with several Host
 * headers, because Node and a proxy could use different ones.
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
  // Handles a request with an unknown Expect header as if the header were absent (RFC 9110 §10.1.1).
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

/**
 * Returns an error if the request does not have exactly one Host header (RFC 9112 §3.2). HTTP/1.0 allows a
 * request without the header.
 */
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
    // The host of an absolute request URL takes precedence over the Host header (RFC 9112 §3.2.2).
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    request.url = pathname + search;
  }
  // Removes an empty port from the Host header, because it means the default port (RFC 3986 §6.2.3).
  if (headers.host?.endsWith(':')) headers.host = headers.host.slice(0, -1);
  const type = headers['content-type'];
  // Replaces a malformed media type, which Fastify would reject before authentication. The route handler
  // rejects the replacement after authentication.
  if (type !== undefined && type !== mediaType && !readable.test(type))
    headers['content-type'] = 'application/octet-stream';
}
