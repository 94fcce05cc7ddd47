import type { FastifyInstance } from 'fastify';

/** In seconds: how long a browser remembers what it may send. */
const MAX_AGE = 600;

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Secret-Proof, Shop-Id, X-Request-Id',
  'access-control-max-age': String(MAX_AGE),
};
const exposed =
  'Deprecation, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';

/**
 * Pages of these origins may send requests and read the answers (the CORS protocol of the Fetch standard). Cookies stay out of it: what a page may do is what its
 * token may.
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
  // An answer without the headers must not be kept for a page that needs them.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
    done();
  });
}
