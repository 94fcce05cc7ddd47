import type { IncomingHttpHeaders as Http2Headers } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

type Headers = Http2Headers | IncomingHttpHeaders;

/** Headers that a proxy must not forward: hop-by-hop headers (RFC 9110 §7.6.1). */
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
 * Returns the headers of a request to a service. Keeps the browser's Host header. Replaces the forwarding
 * headers of the client, whose values count only if the client is a trusted proxy (`request.ip`,
 * `request.host` and `request.protocol`).
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

/**
 * Returns the headers of a response to the browser. The content security policy denies everything, in case
 * the browser opens the response as a page.
 */
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
