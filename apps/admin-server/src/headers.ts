import type { IncomingHttpHeaders as Http2Headers } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

type Headers = Http2Headers | IncomingHttpHeaders;

/** About one connection, not about what it carries (RFC 9110 §7.6.1). */
const hopByHop = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * A request's headers for the service: the host as the browser sees it, and who asks, how and where, as far as we believe it. What a client claims about
 * that itself is dropped.
 */
export function requestHeaders(request: FastifyRequest, headers: Headers): Headers {
  const kept = withoutHopByHop(headers);
  for (const name of Object.keys(kept))
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete kept[name];
  return {
    ...kept,
    host: request.host,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  };
}

/** A service's headers for the browser. What it answers is data: should it ever be opened as a page, that page may do nothing. */
export function answerHeaders(headers: Headers): Headers {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...withoutHopByHop(headers),
  };
}

function withoutHopByHop(headers: Headers): Headers {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim());
  const dropped = new Set([...hopByHop, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}
