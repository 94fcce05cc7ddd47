import type { FastifyInstance } from 'fastify';

/** Number of seconds for which browsers cache the response to a CORS preflight request. */
const MAX_AGE_SECONDS = 600;

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Mcp-Method, ' +
    'Mcp-Name, Mcp-Protocol-Version, Secret-Proof, Shop-Id, Storewright-Simulate, X-Request-Id',
  'access-control-max-age': String(MAX_AGE_SECONDS),
};
const exposed =
  'Deprecation, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';

/**
 * Allows web pages of these origins to call the service and read responses (CORS protocol of the Fetch
 * standard). Cookies are not allowed, so that a page needs an access token.
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
    if (request.method !== 'OPTIONS' || asked === undefined) return done();
    reply.code(204).headers(preflight).send();
  });
  // Without `Vary: Origin`, a cache could serve a response without CORS headers to a page of an allowed
  // origin.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
    done();
  });
}
