import { once } from 'node:events';
import { type ClientRequest, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { until } from '@storewright/testing';
import { TestService, Upstream } from './testing/service';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start({ BODY_LIMIT: '2048' });
});
afterEach(() => service.stop());

describe('/admin/api/…', () => {
  it('forwards path and query unchanged to the auth API', async () => {
    await service.client.get('/admin/api/shops?filter[domain]=demo-shop&a=%2F%20+b');
    expect(service.auth.last).toMatchObject({
      method: 'GET',
      url: '/api/shops?filter[domain]=demo-shop&a=%2F%20+b',
    });
    expect(service.shop.received).toEqual([]);
  });

  it.each(['POST', 'PATCH', 'PUT', 'DELETE'])('forwards %s with its body', async (method) => {
    const { status } = await service.client.send(method, '/admin/api/apps', { body: { a: 'ü' } });
    expect([status, service.auth.last.method, service.auth.last.body]).toEqual([200, method, '{"a":"ü"}']);
    expect(service.auth.last.headers['content-type']).toBe('application/vnd.api+json');
  });

  it('accepts a DELETE request with Content-Type and without a body', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    await service.client.delete('/admin/api/sessions/current', { headers });
    expect(service.auth.last).toMatchObject({ method: 'DELETE', body: '' });
    expect(service.auth.last.headers).not.toHaveProperty('transfer-encoding');
  });

  it.each([
    '/admin/api/../oauth/introspect',
    '/admin/api/%2e%2e/oauth/introspect',
    '/admin/api/..%2foauth',
    '/api/.%2e%5cx',
    '/admin/api/a/..',
  ])('rejects %s', async (path) => {
    const { status } = await service.client.get(path);
    expect([status, service.auth.received, service.shop.received]).toEqual([404, [], []]);
  });

  it('rejects auth API paths outside /admin/api except the grant form', async () => {
    for (const path of [
      '/admin/oauth/introspect',
      '/oauth/revoke',
      '/docs/errors',
      '/admin/docs/errors',
      '/admin/apis',
    ])
      await service.client.post(path, '');
    expect(service.auth.received).toEqual([]);
  });
});

describe('a request to a host without a panel', () => {
  it.each(['/api/meta', '/admin/api/shops', '/admin/'])('returns 421 for the path %s', async (path) => {
    const answer = await service.client.at('demo-shop.evil.example').get(path);
    expect([answer.status, answer.body.errors[0].code]).toEqual([421, 'misdirected_request']);
    expect([service.auth.received, service.shop.received]).toEqual([[], []]);
  });
});

describe('a request with two Authorization headers', () => {
  it.each(['/admin/api/shops', '/api/meta'])('is rejected on the path %s', async (path) => {
    const socket = connect(service.client.port, '127.0.0.1');
    socket.end(
      `GET ${path} HTTP/1.1\r\nhost: demo-shop.localhost\r\nconnection: close\r\n` +
        'authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"duplicate_authorization"');
    expect([service.auth.received, service.shop.received]).toEqual([[], []]);
  });
});

describe('POST /admin/oauth/grants', () => {
  it('forwards the form to the auth API, and the auth API’s 303 response to the browser', async () => {
    const location = 'https://app.example/install?nonce=x';
    service.auth.answer = (_request, response) => void response.writeHead(303, { location }).end();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      cookie: 'storewright_session=sws_x',
    };
    const answer = await service.client.post('/admin/oauth/grants', 'shop_id=1&scopes=a+b', { headers });
    expect([answer.status, answer.headers['location']]).toEqual([303, location]);
    expect(service.auth.received).toHaveLength(1);
    expect(service.auth.last).toMatchObject({
      method: 'POST',
      url: '/oauth/grants',
      body: 'shop_id=1&scopes=a+b',
      headers,
    });
  });
});

describe('/api/…', () => {
  it('forwards requests to the shop API with the Host header of the shop', async () => {
    await service.client.get('/api/meta?page[size]=1');
    expect(service.shop.last).toMatchObject({ url: '/api/meta?page[size]=1' });
    expect(service.shop.last.headers.host).toBe(`demo-shop.localhost:${service.client.port}`);
    expect(service.auth.received).toEqual([]);
  });
});

it('the proxy forwards the request id, and both services log it', async () => {
  await service.client.get('/api/meta', { headers: { 'x-request-id': 'mine-1' } });
  expect(service.shop.last.headers['x-request-id']).toBe('mine-1');
  await service.client.get('/api/meta');
  expect(service.shop.last.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

describe('a forwarded response', () => {
  it('has the status, the headers and every cookie of the service’s response', async () => {
    service.auth.answer = (_request, response) =>
      void response
        .writeHead(201, {
          'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2'],
          etag: '"1"',
          location: '/api/x',
          'x-request-id': 'r',
        })
        .end('{"made":true}');
    const { status, headers, text } = await service.client.post('/admin/api/sessions', {});
    expect([status, text]).toEqual([201, '{"made":true}']);
    expect(headers).toMatchObject({
      'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2'],
      etag: '"1"',
      location: '/api/x',
      'x-request-id': 'r',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has the service’s content security policy, or by default a policy that denies everything', async () => {
    const policyOf = async () =>
      (await service.client.get('/admin/api/x')).headers['content-security-policy'];
    expect(await policyOf()).toBe("default-src 'none'; frame-ancestors 'none'");
    service.auth.answer = (_request, response) =>
      void response.setHeader('content-security-policy', "default-src 'self'").end();
    expect(await policyOf()).toBe("default-src 'self'");
  });

  it('with status 503 is forwarded immediately without a retry', async () => {
    service.shop.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '1' }).end();
    const { status, headers } = await service.client.get('/api/meta');
    expect([status, headers['retry-after'], service.shop.received.length]).toEqual([503, '1', 1]);
  });

  it('is streamed: the browser gets the first bytes before the service sends the last bytes', async () => {
    let finish = (): void => undefined;
    service.shop.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('first ');
      finish = () => void response.end('second');
    };
    const response = await opened('/api/meta');
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('first ');
    finish();
    const [second] = (await once(response, 'data')) as [Buffer];
    expect(second.toString()).toBe('second');
  });

  it.each([
    ['sends half of a body with Content-Length', { 'content-length': '100' }],
    ['sends half of a chunked body', {}],
  ])('is aborted for the browser if the service %s and disconnects', async (_, headers) => {
    service.shop.answer = (_request, response) => {
      response.writeHead(200, headers);
      response.write('half');
      setImmediate(() => response.destroy());
    };
    const response = await opened('/api/meta');
    response.resume();
    await expect(once(response, 'end')).rejects.toThrow(/aborted/);
  });
});

describe('headers of a forwarded request', () => {
  it('contain the client’s address, host and protocol instead of the values from the client', async () => {
    const headers = {
      forwarded: 'for=1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    };
    await service.client.get('/admin/api/x', { headers });
    const host = `demo-shop.localhost:${service.client.port}`;
    expect(service.auth.last.headers).toMatchObject({
      host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'http',
    });
    expect(service.auth.last.headers).not.toHaveProperty('forwarded');
    expect(service.auth.last.headers).not.toHaveProperty('x-forwarded-port');
  });

  it('contain no hop-by-hop headers, like the headers of the response', async () => {
    service.auth.answer = (_request, response) =>
      void response
        .writeHead(200, { connection: 'close, x-private', 'x-private': '1', 'keep-alive': 'timeout=1' })
        .end();
    const headers = {
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
      'proxy-authorization': 'Basic eDp5',
      'keep-alive': 'timeout=5',
      expect: '100-continue',
      'x-end': '1',
    };
    const answer = await service.client.get('/admin/api/x', { headers });
    const { headers: got } = service.auth.last;
    for (const name of ['x-hop', 'te', 'proxy-authorization', 'keep-alive', 'expect', 'upgrade'])
      expect(got).not.toHaveProperty(name);
    expect(got['x-end']).toBe('1');
    expect(answer.headers).not.toHaveProperty('x-private');
    expect(answer.headers['keep-alive']).not.toBe('timeout=1');
  });

  it('contain the X-Forwarded headers of a trusted proxy', async () => {
    const behindProxy = await TestService.start({
      TRUSTED_PROXIES: '127.0.0.1',
      ADMIN_URL: 'https://{shop}.stores.example',
    });
    const headers = {
      'x-forwarded-for': '9.9.9.9, 203.0.113.7',
      'x-forwarded-host': 'demo-shop.stores.example',
      'x-forwarded-proto': 'https',
    };
    await behindProxy.client.get('/admin/api/x', { headers });
    expect(behindProxy.auth.last.headers).toMatchObject({
      host: 'demo-shop.stores.example',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'demo-shop.stores.example',
      'x-forwarded-proto': 'https',
    });
    await behindProxy.stop();
  });
});

describe('a forwarded request body', () => {
  it('with a Content-Length above the size limit returns 413 and is not forwarded', async () => {
    const { status, body } = await service.client.post('/admin/api/apps', 'x'.repeat(2049));
    expect([status, body.errors[0].code, service.auth.received]).toEqual([413, 'payload_too_large', []]);
    expect((await service.client.post('/admin/api/apps', 'x'.repeat(2048))).status).toBe(200);
  });

  it('for an image upload can exceed the general size limit', async () => {
    const { status } = await service.client.post('/api/image_files', 'x'.repeat(5000));
    expect([status, service.shop.last.body.length]).toEqual([200, 5000]);
    expect((await service.client.send('PATCH', '/api/image_files')).status).toBe(200);
    const logo = '/api/shops/01a20480-7137-70af-829b-e5e4ae77f964/logo';
    await service.client.send('PUT', `/admin${logo}`, { body: 'x'.repeat(5000) });
    expect([service.auth.last.url, service.auth.last.body.length]).toEqual([logo, 5000]);
  });

  it('for a CSV import can exceed the general size limit', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    const { status } = await service.client.post('/api/imports/products', 'x'.repeat(5000), { headers });
    expect([status, service.shop.last.body.length]).toEqual([200, 5000]);
  });

  it('without Content-Length returns 413 as soon as it exceeds the size limit', async () => {
    const sent = aChunkedPost('/admin/api/apps');
    sent.write('x'.repeat(1500));
    sent.write('x'.repeat(1500));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    sent.destroy();
    expect(service.auth.received).toEqual([]);
  });

  it('can have any size on a path that the proxy does not forward', async () => {
    const sent = aChunkedPost('/admin/api/../x');
    sent.write('x'.repeat(5000));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    expect(response.statusCode).toBe(404);
    expect((await service.client.get('/admin/api/x')).status).toBe(200);
  });

  it('is aborted for the service when the client disconnects', async () => {
    const arrived = once(service.shop.server, 'request') as Promise<[IncomingMessage]>;
    const sent = aChunkedPost('/api/meta');
    sent.write('half');
    const [incoming] = await arrived;
    const broken = once(incoming, 'aborted');
    sent.destroy();
    await broken;
    expect(service.shop.received).toEqual([]);
  });

  it('is streamed: the service gets the first bytes before the client sends the last bytes', async () => {
    const arrived = new Promise<string>((resolve) => {
      service.shop.server.prependOnceListener('request', (incoming: IncomingMessage) => {
        incoming.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      });
    });
    const sent = aChunkedPost('/api/meta');
    sent.write('beginning');
    expect(await arrived).toBe('beginning');
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

it('a request stops counting as running after its client disconnects and the service responds', async () => {
  await service.stop();
  service = await TestService.start({ MAX_REQUESTS_AT_ONCE: '1' });
  const asked = new Promise<ServerResponse>((resolve) => {
    service.shop.answer = (_request, response) => resolve(response);
  });
  const { port } = service.client;
  const sent = request({ host: '127.0.0.1', port, path: '/api/meta', agent: false });
  sent.on('error', () => undefined).end();
  const answer = await asked;
  sent.destroy();
  // The response to /healthz shows that the server has processed the disconnect.
  await service.client.get('/healthz');
  answer.end('{}');
  service.shop.answer = (_request, response) => void response.end('{}');
  await until('there is a place', async () => (await service.client.get('/api/meta')).status === 200);
});

describe('an unavailable service', () => {
  it('causes a 503 JSON:API document with Retry-After, while the panel’s pages are available', async () => {
    service.auth.stop();
    const { status, headers, body } = await service.client.get('/admin/api/shops');
    expect([status, headers['retry-after'], body.errors[0].code]).toEqual([503, '1', 'unavailable']);
    expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1/);
    expect((await service.client.get('/admin/')).status).toBe(200);
    expect((await service.client.get('/api/meta')).status).toBe(200);
  });

  it('causes a 503 if the service closes the connection without a response', async () => {
    service.shop.answer = (incoming) => void incoming.socket.destroy();
    expect((await service.client.get('/api/meta')).status).toBe(503);
  });

  it('gets requests again as soon as it is available', async () => {
    const { port } = new URL(service.auth.url);
    service.auth.stop();
    expect((await service.client.get('/admin/api/x')).status).toBe(503);
    const again = await Upstream.start();
    again.server.close();
    await once(again.server, 'close');
    again.server.listen(Number(port), '127.0.0.1');
    await once(again.server, 'listening');
    expect((await service.client.get('/admin/api/x')).status).toBe(200);
    again.stop();
  });
});

it('a request with two Host headers returns 400', async () => {
  const socket = connect(service.client.port, '127.0.0.1');
  socket.write(
    'GET /api/meta HTTP/1.1\r\nHost: a.localhost\r\nHost: b.localhost\r\nConnection: close\r\n\r\n',
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 400 /);
  socket.destroy();
  expect(service.shop.received).toEqual([]);
});

function aChunkedPost(path: string): ClientRequest {
  const sent = request({
    ...{ host: '127.0.0.1', port: service.client.port, method: 'POST', path, agent: false },
    headers: { 'transfer-encoding': 'chunked' },
  });
  return sent.on('error', () => undefined);
}

/** Resolves with the response when its headers arrive. */
async function opened(path: string): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: service.client.port, path, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}
