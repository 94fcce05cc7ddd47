import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, mediaType } from '@storewright/json-api';
import { type ConnectionLimits, Connections } from './connections';

/** An idle connection is kept this long, in ms: longer than the proxies before us keep theirs (60 s), so that they close first. */
const keepAliveMs = 72_000;

/** Node would read 2,000 and drop the others, which a proxy before us may have read. */
const MAX_HEADERS = 100;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers a request that never reaches a route. */
type Refuse = (error: ApiError, socket: Socket) => void;

/**
 * Node's server for requests that HTTP allows and clients rarely send. By itself it answers some without a document (no Host, an Expect it
 * does not know), drops others (CONNECT) and takes the first of two Host headers, which a proxy may read the other way round.
 */
export function httpServer(handle: Handler, refuse: Refuse, limits?: Partial<ConnectionLimits>): Server {
  const begin: Handler = (request, response) => {
    if (connections.gate?.(request, response)) return;
    const problem = tooManyHeaders(request) ?? hostProblem(request);
    if (problem) return refuse(problem, request.socket);
    bringIntoForm(request);
    handle(request, response);
  };
  const connections = new Connections(begin, refuse, limits);
  const onRequest: Handler = (request, response) => connections.inTurn(request, response);
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: keepAliveMs, ...connections.nodeLimits },
    onRequest,
  );
  server.maxHeadersCount = 0;
  connections.watch(server);
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(
      new ApiError('method_not_allowed', { detail: 'This is no proxy.', headers: { allow: 'OPTIONS' } }),
      socket,
    );
  });
  return server;
}

function tooManyHeaders({ rawHeaders }: IncomingMessage): ApiError | undefined {
  if (rawHeaders.length <= MAX_HEADERS * 2) return undefined;
  return new ApiError('headers_too_large', { detail: `Send at most ${MAX_HEADERS} headers.` });
}

/** HTTP/1.1 needs exactly one Host (RFC 9112 §3.2). */
function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): ApiError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return new ApiError('malformed_request', {
    detail: `Send one Host header, not ${headers.host === undefined ? 'none' : hosts}.`,
    source: { header: 'Host' },
  });
}

const readable = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

function bringIntoForm(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (!url.startsWith('/') && URL.canParse(url)) {
    // The absolute form stands above the Host header (RFC 9112 §3.2.2).
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    request.url = pathname + search;
  }
  // An empty port is the default port (RFC 3986 §6.2.3). Links have none.
  if (headers.host?.endsWith(':')) headers.host = headers.host.slice(0, -1);
  const type = headers['content-type'];
  // Fastify would refuse what is no media type before anybody asked for the token. Nobody supports this one either.
  if (type !== undefined && type !== mediaType && !readable.test(type))
    headers['content-type'] = 'application/octet-stream';
}
