import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  ApiError,
  ConnectionError,
  isApiError,
  type RequestError,
  ResponseTooLargeError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors';
import { localhostFetch } from './localhost-fetch';
import { heldTime, jsonApi, refusal, type Scripted, scriptedFetch } from './testing/scripted-fetch';
import { type ApiRequest, Transport, type TransportOptions } from './transport';

const baseUrl = 'https://a-shop.example';
const found: Scripted = { body: { data: [] } };
const lost = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
const read: ApiRequest = { method: 'GET', path: '/api/orders?filter[email]=a@b.example' };
const change: ApiRequest = { method: 'PATCH', path: '/api/orders/1', body: { data: {} } };

function aTransport(script: Scripted[], options: TransportOptions = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  const { waits, time } = heldTime();
  const headers = () => Promise.resolve({ authorization: 'Bearer swo_geheim' });
  const transport = new Transport(baseUrl, { fetch, ...options }, headers, time);
  const failure = async (request: ApiRequest) => {
    const error = (await transport.send(request).catch((thrown: unknown) => thrown)) as RequestError;
    expect(error).toBeInstanceOf(Error);
    return error;
  };
  return { transport, sent, waits, failure };
}

describe('Transport', () => {
  it.each([
    '/api/orders/.',
    '/api/orders/..',
    '/api/orders/%2E%2e',
    '/api/orders/../variants',
    '/api/a/.?x=1',
  ])('rejects the path %s, which a URL parser would change', async (path) => {
    const { failure, sent } = aTransport([found]);
    expect((await failure({ method: 'DELETE', path })).message).toMatch(/"\."/);
    expect(sent).toEqual([]);
  });

  it.each(['/api/orders/...', '/api/orders/.a', '/api/orders?filter[q]=/../'])(
    'accepts the path %s',
    async (path) => {
      const { transport, sent } = aTransport([found]);
      await transport.send({ method: 'GET', path });
      expect(sent).toHaveLength(1);
    },
  );
});

describe('Transport after a temporary failure', () => {
  it.each<[string, Scripted]>([
    ['a failed connection', lost],
    ['an unavailable database', refusal(503, 'unavailable')],
    ['an internal server error', refusal(500, 'internal_error')],
    [
      'a gateway’s HTML error page',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' },
    ],
    ['an exceeded rate limit', refusal(429, 'rate_limited')],
    ['a running request with the same Idempotency-Key', refusal(409, 'idempotency_in_progress')],
  ])('retries a request after %s', async (_, failure) => {
    const { transport, sent, waits } = aTransport([failure, failure, found]);
    expect((await transport.send(read)).document).toEqual({ data: [] });
    expect(sent).toHaveLength(3);
    expect(waits).toEqual([150, 300]);
  });

  it('retries at most three times with growing delays, then throws the error', async () => {
    const { failure, sent, waits } = aTransport([lost]);
    expect(await failure(read)).toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(4);
    expect(waits).toEqual([150, 300, 600]);
  });

  it('does not retry if maxRetries is 0', async () => {
    const { failure, sent } = aTransport([lost], { maxRetries: 0 });
    await failure(read);
    expect(sent).toHaveLength(1);
  });

  it('retries after the delay in Retry-After, in seconds or as a date', async () => {
    const date = 'Sun, 22 Nov 2026 12:00:07 GMT';
    const { transport, waits } = aTransport([
      refusal(503, 'unavailable', { 'retry-after': '2' }),
      refusal(429, 'rate_limited', { 'retry-after': date }),
      found,
    ]);
    await transport.send(read);
    expect(waits).toEqual([2_000, 7_000]);
  });

  it('throws an error with the delay instead of retrying if Retry-After exceeds maxRetryAfter', async () => {
    const { failure, sent } = aTransport([refusal(429, 'rate_limited', { 'retry-after': '61' })]);
    expect(await failure(read)).toMatchObject({ code: 'rate_limited', retryAfter: 61 });
    expect(sent).toHaveLength(1);
  });

  it('does not retry after an error that a retry cannot fix', async () => {
    const { failure, sent } = aTransport([refusal(404, 'not_found')]);
    await failure(read);
    expect(sent).toHaveLength(1);
  });
});

describe('Transport after a failed write', () => {
  it.each<[string, Scripted]>([
    ['a failed connection', lost],
    ['a lost database connection', refusal(503, 'unavailable')],
    ['an internal server error', refusal(500, 'internal_error')],
    [
      'a gateway’s HTML error page',
      { status: 504, headers: { 'content-type': 'text/html' }, body: '<html>' },
    ],
  ])('does not repeat the write after %s', async (_, failed) => {
    const { failure, sent } = aTransport([failed]);
    await failure(change);
    await failure({ method: 'DELETE', path: '/api/orders/1' });
    await failure({ method: 'POST', path: '/api/codes/1/relationships/products' });
    expect(sent).toHaveLength(3);
  });

  it.each(['rate_limited', 'overloaded', 'rows_locked'])(
    'repeats the write if the server rejected it before processing: %s',
    async (code) => {
      const { transport, sent } = aTransport([refusal(503, code), found]);
      await transport.send(change);
      expect(sent).toHaveLength(2);
    },
  );

  it('repeats the write if it has an Idempotency-Key', async () => {
    const { transport, sent } = aTransport([lost, refusal(503, 'unavailable'), found]);
    const headers = { 'idempotency-key': 'k-1' };
    await transport.send({ ...change, method: 'POST', headers, repeatable: true });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers: { 'idempotency-key': key }, body }) => `${key} ${body}`)).size).toBe(
      1,
    );
  });
});

it("Transport compares a date in Retry-After with the server's clock", async () => {
  const of = (time: string) => new Date(time).toUTCString();
  const asked = { 'retry-after': of('2026-11-22T12:10:02Z'), date: of('2026-11-22T12:10:00Z') };
  const { transport, waits } = aTransport([refusal(503, 'unavailable', asked), found]);
  await transport.send(read);
  expect(waits).toEqual([2_000]);
});

describe('errors of Transport', () => {
  it("contain the code, all errors and the request id of the API's response", async () => {
    const { failure } = aTransport([refusal(409, 'illegal_transition', {}, { allowed: ['paid'] })]);
    const error = await failure(change);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'illegal_transition', status: 409, requestId: 'r-1' });
    expect(error.message).toBe(
      'PATCH https://a-shop.example/api/orders/1 was answered 409 illegal_transition: The request failed with ' +
        'illegal_transition. (request r-1)',
    );
    expect(isApiError(error, 'illegal_transition') && error.meta.allowed).toEqual(['paid']);
    expect([isApiError(error), isApiError(error, 'not_found'), isApiError(new Error())]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each<[string, Scripted, RegExp]>([
    ['an HTML page', { headers: { 'content-type': 'text/html' }, body: '<html>' }, /200 with text\/html/],
    [
      'an HTML error page',
      { status: 404, headers: { 'content-type': 'text/html' }, body: 'x' },
      /404 with text/,
    ],
    ['a redirect', { status: 302, headers: { location: '/' }, body: '' }, /302 with/],
    ['a truncated document', { body: '{"data":' }, /no JSON:API document/],
    ['JSON that is not an object', { body: 'null' }, /no JSON:API document/],
    ['an error without a code', { status: 400, body: { error: 'x' } }, /400 without a code/],
  ])('describe a response that does not come from the API: %s', async (_, answer, said) => {
    const { failure } = aTransport([answer]);
    const error = await failure(read);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toMatch(said);
    expect(error).toMatchObject({ requestId: 'r-1' });
  });

  it("contain the caller's request id after every attempt, even without a response", async () => {
    const { failure, sent } = aTransport([lost]);
    const error = await failure({ ...read, requestId: 'mine-1' });
    expect(error).toMatchObject({ requestId: 'mine-1' });
    expect(error.message).toMatch(/failed: ECONNRESET \(request mine-1\)$/);
    expect(sent.map(({ headers }) => headers['x-request-id'])).toEqual(Array(4).fill('mine-1'));
    expect(await aTransport([lost]).failure(read)).toMatchObject({ requestId: undefined });
  });

  it('contain the rate limit, which the property rateLimit of Transport also contains', async () => {
    const fields = (left: number) => ({
      'ratelimit-policy': '"requests";q=9;w=60',
      ratelimit: `"requests";r=${left};t=7`,
    });
    const limit = { policy: 'requests', quota: 9, windowSeconds: 60, resetSeconds: 7 };
    const { transport, failure } = aTransport([
      { ...found, headers: fields(1) },
      refusal(404, 'not_found', fields(0)),
      found,
    ]);
    expect(transport.rateLimit).toBeUndefined();
    expect((await transport.send(read)).rateLimit).toEqual({ ...limit, remaining: 1 });
    expect(await failure(read)).toMatchObject({ rateLimit: { ...limit, remaining: 0 } });
    expect(transport.rateLimit?.remaining).toBe(0);
    expect((await transport.send(read)).rateLimit).toBeUndefined();
  });

  it('contain neither the token nor the query string', async () => {
    const { failure } = aTransport([lost, refusal(400, 'invalid_query_parameter')]);
    const error = await failure(read);
    expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(/geheim|a@b/);
  });
});

it.each(['ftp://a-shop.example', 'https://u:p@a-shop.example', 'https://a-shop.example/?a=b', 'a-shop'])(
  'Transport throws a TypeError for the base URL %s',
  (address) => expect(() => aTransportAt(address)).toThrow(TypeError),
);
const aTransportAt = (address: string, options: TransportOptions = {}) =>
  new Transport(address, { maxRetries: 0, ...options }, () => Promise.resolve({}));

describe('Transport connected to a server', () => {
  let server: Server;
  let answer: RequestListener;
  let port: number;
  const at = (options?: TransportOptions, host = 'localhost') =>
    aTransportAt(`http://${host}:${port}/below/`, options);
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends requests below the base URL with the global fetch function', async () => {
    answer = ({ url, headers: { accept } }, response) =>
      void response.writeHead(200, jsonApi).end(JSON.stringify({ url, accept }));
    const { document } = await at({}, '127.0.0.1').send({ method: 'GET', path: '/api' });
    expect(document).toEqual({ url: '/below/api', accept: 'application/vnd.api+json' });
  });

  it('resolves host names below localhost to the loopback address', async () => {
    answer = (request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        const { method, headers } = request;
        response.writeHead(200, jsonApi).end(JSON.stringify({ host: headers.host, method, body }));
      });
    };
    const { document } = await at({}, 'a-shop.localhost').send({
      method: 'POST',
      path: '/api',
      body: { a: 'ü' },
    });
    expect(document).toEqual({ host: `a-shop.localhost:${port}`, method: 'POST', body: '{"a":"ü"}' });
    answer = (_, response) => void response.writeHead(204).end();
    expect(await at({}, 'a-shop.localhost').send({ method: 'DELETE', path: '/api' })).toMatchObject({
      status: 204,
      document: undefined,
    });
  });

  it('uses the global fetch for names below localhost on Cloudflare Workers', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const value = { userAgent: 'Cloudflare-Workers' };
    try {
      Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
      expect(localhostFetch(new URL('http://a-shop.localhost'))).toBeUndefined();
    } finally {
      if (own) Object.defineProperty(globalThis, 'navigator', own);
      else Reflect.deleteProperty(globalThis, 'navigator');
    }
    expect(localhostFetch(new URL('http://a-shop.localhost'))).toBeInstanceOf(Function);
  });

  it.each(['127.0.0.1', 'a-shop.localhost'])(
    'throws TimeoutError if a response of %s takes longer than the timeout',
    async (host) => {
      answer = (_, response) => void response.writeHead(200, jsonApi).write('{');
      const failed = at({ timeoutMs: 20 }, host).send({ method: 'GET', path: '/api' });
      await expect(failed).rejects.toThrow(TimeoutError);
    },
  );

  it.each(['127.0.0.1', 'a-shop.localhost'])(
    'throws the abort reason if the signal is aborted during a request to %s',
    async (host) => {
      const caller = new AbortController();
      const reason = new Error('enough');
      answer = () => caller.abort(reason);
      const failed = at({ maxRetries: 3 }, host).send({ method: 'GET', path: '/api', signal: caller.signal });
      await expect(failed).rejects.toBe(reason);
    },
  );

  it.each(['127.0.0.1', 'a-shop.localhost'])(
    'stops reading a response of %s at the maximum size',
    async (host) => {
      let ended: Promise<unknown> = Promise.resolve();
      const endless: RequestListener = (_, response) => {
        response.writeHead(200, jsonApi);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        ended = once(response, 'close');
        more();
      };
      answer = endless;
      const failed = at({ maxResponseBytes: 1_000_000 }, host).send({ method: 'GET', path: '/api' });
      await expect(failed).rejects.toThrow(ResponseTooLargeError);
      await ended;
      answer = (_, response) =>
        void response.writeHead(200, { ...jsonApi, 'content-length': 2 ** 30 }).write('{');
      await expect(at({}, host).send({ method: 'GET', path: '/api' })).rejects.toThrow(
        /more than 33554432 bytes/,
      );
    },
  );

  it('releases the connection after a response without a body', async () => {
    answer = (_, response) => void response.writeHead(204).end();
    const used = new Set<unknown>();
    server.on('request', ({ socket }: { socket: unknown }) => used.add(socket));
    for (let count = 0; count < 3; count += 1)
      await at({}, 'b-shop.localhost').send({ method: 'DELETE', path: '/api' });
    expect(used.size).toBe(1);
  });

  it('throws an error with the reason if the connection fails', async () => {
    const closed = aTransportAt('http://127.0.0.1:9/');
    await expect(closed.send({ method: 'GET', path: '/api' })).rejects.toThrow(
      /^GET http:\/\/127\.0\.0\.1:9\/api failed: (ECONNREFUSED|bad port)/,
    );
  });
});
