import fastifyOf, { type FastifyInstance } from 'fastify';
import { allowOrigins } from './cors';

const origin = 'https://docs.example';
let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = fastifyOf();
  allowOrigins(fastify, [origin]);
  fastify.get('/api/things', (_request, reply) => reply.header('vary', 'Accept').send('things'));
  fastify.setNotFoundHandler((_request, reply) => reply.code(404).header('allow', 'GET').send('none'));
  await fastify.ready();
});
afterAll(() => fastify.close());

const ask = (method: 'GET' | 'OPTIONS', headers: Record<string, string>, url = '/api/things') =>
  fastify.inject({ method, url, headers });
const cors = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a page of an allowed origin', () => {
  it('can read responses, including error responses', async () => {
    for (const url of ['/api/things', '/api/none']) {
      const { headers } = await ask('GET', { origin }, url);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toMatch(/\bETag\b.*\bX-Request-Id\b/);
    }
  });

  it('can send requests that need a preflight, but no cookies', async () => {
    const { statusCode, headers, body } = await ask('OPTIONS', {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, if-match',
    });
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toMatch(/Authorization.*If-Match/);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

it('the server omits CORS headers for unknown origins and for requests without Origin', async () => {
  const asked = { 'access-control-request-method': 'GET' };
  const answers = [
    await ask('GET', { origin: 'https://evil.example' }),
    await ask('GET', { origin: 'null' }),
    await ask('GET', {}),
    await ask('OPTIONS', { origin: 'https://evil.example', ...asked }),
    await ask('OPTIONS', asked),
  ];
  expect(answers.flatMap(({ headers }) => cors(headers))).toEqual([]);
});

it('the server handles OPTIONS as an ordinary request if it is not a CORS preflight request', async () => {
  const { statusCode, headers } = await ask('OPTIONS', { origin });
  expect([statusCode, headers['allow']]).toEqual([404, 'GET']);
});

it('the server sends Vary: Origin with every response, so that caches separate origins', async () => {
  for (const headers of [{ origin }, {} as Record<string, string>])
    expect((await ask('GET', headers)).headers['vary']).toBe('Accept, Origin');
});
