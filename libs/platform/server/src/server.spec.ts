import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller, Delete, Get, Module, Param, Patch, Post, Req } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired } from '@storewright/access';
import {
  AcceptGuard,
  created,
  describeResource,
  document,
  JsonApiErrorFilter,
  noContent,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { HttpClient, type Response } from '@storewright/testing';
import { mintNonce, mintToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { createApplication, type ServerOptions } from './serve';

const docsUrl = 'https://docs.test/errors';
const things = describeResource({
  type: 'things',
  path: '/api/things',
  attributes: { name: 'string' },
  versioned: true,
});
const row = (id: string) => ({ id, name: 'é🦊', version: 1, updated_at: '2019-07-14T09:23:34.000000Z' });
const query = { included: false };

/** Blocks requests to /api/slow until the test opens the gate. */
class Gate {
  private waiting: { arrived: () => void; count: number }[] = [];
  private held: (() => void)[] = [];
  hold(): Promise<void> {
    const held = new Promise<void>((resolve) => this.held.push(resolve));
    this.waiting = this.waiting.filter(
      ({ arrived, count }) => this.held.length < count || (arrived(), false),
    );
    return held;
  }
  /** Resolves when `count` requests are blocked. */
  filled(count: number): Promise<void> {
    if (this.held.length >= count) return Promise.resolve();
    return new Promise((arrived) => this.waiting.push({ arrived, count }));
  }
  open(): void {
    for (const release of this.held.splice(0)) release();
  }
}
const gate = new Gate();

@Controller('api')
class Things {
  @Get('things')
  @Public('test')
  list(): Render {
    return document({ links: { self: null }, meta: {} });
  }
  @Post('things')
  @Public('test')
  @StepUpNotRequired('test')
  create(@Req() { body }: FastifyRequest): Render {
    return created(things, { ...row('new'), name: String((body as Buffer | undefined)?.length) }, query);
  }
  @Get('things/count')
  @Public('test')
  count(): Render {
    return document({ meta: { count: 7 } });
  }
  @Get('things/:id')
  @Public('test')
  get(@Param('id') id: string): Render {
    return resourceDocument(things, row(id), query);
  }
  @Patch('things/:id')
  @Public('test')
  @StepUpNotRequired('test')
  change(@Param('id') id: string): Render {
    return resourceDocument(things, row(id), query);
  }
  @Delete('things/:id')
  @Public('test')
  @StepUpNotRequired('test')
  delete(): Render {
    return noContent();
  }
  @Get('nonces/:nonce')
  @RouteConfig({ head: false })
  @Public('test')
  nonce(): Render {
    return document({ meta: {} });
  }
  @Get('slow')
  @Public('test')
  async slow(): Promise<Render> {
    await gate.hold();
    return document({ meta: { slow: true } });
  }
  @Get('broken')
  @Public('test')
  broken(): never {
    throw new Error('SELECT inner FROM workings');
  }
  @Get('unfit')
  @Public('test')
  unfit(): never {
    // A detail as in errors of Postgres.
    const detail = 'Failing row contains (7, kaltwasser@example.com).';
    const where = "unnamed portal parameter $1 = 'kaltwasser'";
    throw Object.assign(new Error('violates check constraint "c"'), { code: '23514', detail, where });
  }
}

@Module({
  controllers: [Things],
  providers: [
    { provide: APP_GUARD, useClass: AcceptGuard },
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter(docsUrl) },
  ],
})
class ThingsModule {}

const applications: NestFastifyApplication[] = [];

async function served(options: Partial<ServerOptions> = {}) {
  const lines: string[] = [];
  const application = await createApplication(ThingsModule, {
    name: 'spec',
    host: '127.0.0.1',
    port: 0,
    bodyLimit: 1_000,
    trustedProxies: [],
    docsUrl,
    maxRequestsAtOnce: 100,
    logLevel: 'trace',
    log: { write: (line: string) => void lines.push(line) },
    ...options,
  });
  applications.push(application);
  await application.listen(0, '127.0.0.1');
  const port = Number(new URL(await application.getUrl()).port);
  return { application, client: new HttpClient(port, 'spec.test'), port, lines };
}
afterAll(() => Promise.all(applications.map((application) => application.close())));

/** Sends raw bytes and reads until the server closes the connection. */
async function raw(
  port: number,
  text: string,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text, 'latin1');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', body = ''] = Buffer.concat(chunks)
    .toString()
    .split(/\r\n\r\n(.*)/s);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) =>
      field
        .split(/: (.*)/s)
        .slice(0, 2)
        .map((part, at) => (at ? part : part.toLowerCase())),
    ),
  );
  return { status: Number(line.split(' ')[1]), headers: headers as Record<string, string>, body };
}

interface ErrorsDocument {
  errors: { id: string; status: string; code: string; links: { about: string }; detail: string }[];
}
function errorIn({ status, headers, text }: Pick<Response, 'status' | 'headers' | 'text'>) {
  const { errors } = JSON.parse(text) as ErrorsDocument;
  const [error] = errors;
  expect(headers['content-type']).toBe('application/vnd.api+json');
  expect(headers['vary']).toContain('Accept');
  expect(error!.id).toBe(headers['x-request-id']);
  expect(error!.status).toBe(String(status));
  expect(error!.links.about).toBe(`${docsUrl}#${error!.code}`);
  return error!;
}

describe('the server', () => {
  let client: HttpClient;
  let port: number;
  beforeAll(async () => ({ client, port } = await served()));

  describe('for HTTP methods', () => {
    it('returns 405 with Allow for a method that the path does not support (HT-02, HT-03)', async () => {
      for (const [path, allowed] of [
        ['/api/things', ['GET', 'HEAD', 'OPTIONS', 'POST']],
        ['/api/things/7', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
        ['/api/things/7?a=b', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
        ['/api/%74hings', ['GET', 'HEAD', 'OPTIONS', 'POST']],
      ] as const) {
        const response = await client.send('PUT', path);
        expect([path, response.status]).toEqual([path, 405]);
        expect(errorIn(response).code).toBe('method_not_allowed');
        expect(response.headers['allow']!.split(', ').sort()).toEqual(allowed);
        for (const method of allowed) expect((await client.send(method, path)).status).toBeLessThan(300);
      }
    });

    it('lists in Allow the methods of all routes that match the path', async () => {
      const response = await client.send('PUT', '/api/things/count');
      expect(response.headers['allow']!.split(', ').sort()).toEqual([
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'PATCH',
      ]);
    });

    it.each(['PROPFIND', 'TRACE', 'PURGE', 'LINK', 'SEARCH', 'LOCK'])(
      'returns 405 for the method %s',
      async (method) => {
        const response = await client.send(method, '/api/things');
        expect(errorIn(response).code).toBe('method_not_allowed');
      },
    );

    it('returns 204 with Allow for OPTIONS (HT-07)', async () => {
      const response = await client.send('OPTIONS', '/api/things');
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers['allow']!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      expect(response.headers['content-type']).toBeUndefined();
      expect((await client.send('OPTIONS', '/nowhere')).status).toBe(404);
    });

    it('returns the headers of GET, without a body, for HEAD (HT-01)', async () => {
      for (const path of ['/api/things', '/api/things/7', '/nowhere', '/api/broken']) {
        const [get, head] = [await client.get(path), await client.send('HEAD', path)];
        expect([path, head.status, head.text]).toEqual([path, get.status, '']);
        for (const name of ['content-type', 'content-length', 'etag', 'vary', 'cache-control'])
          expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
      }
    });

    it.each(['HEAD', 'OPTIONS', 'POST'])(
      'does not run the handler of a GET with side effects for a %s request',
      async (method) => {
        const response = await client.send(method, '/api/nonces/7');
        expect([response.status, response.headers['allow']]).toEqual([405, 'GET']);
      },
    );
  });

  describe('for URL paths', () => {
    it.each([
      '/nowhere',
      '/',
      '/api',
      '/api/things/',
      '/api//things',
      '/api/things/7/8',
      '/API/things',
      '/api/things;x',
      '/..',
      '/%2e%2e/api',
    ])('returns 404 with an error document for %s (FE-07)', async (path) => {
      expect(errorIn(await client.get(path)).code).toBe('not_found');
    });

    it.each(['/api/things/%', '/api/things/%zz', '/api/things/%ff', '/%', '/api/things/%c0%af'])(
      'returns 400 with an error document for the invalid percent-encoding in %s',
      async (path) => {
        const response = await client.get(path);
        expect(response.status).toBe(400);
        expect(errorIn(response).code).toBe('malformed_request');
      },
    );

    it('accepts X-Forwarded-Host only from trusted proxies (docs/contract.md §1)', async () => {
      const headers = { 'x-forwarded-host': 'demo.shops.test', 'x-forwarded-proto': 'https' };
      const self = ({ body }: Response) => (body as { data: { links: { self: string } } }).data.links.self;
      expect(self(await client.get('/api/things/7', { headers }))).toBe(`${client.origin}/api/things/7`);
      const behind = await served({ trustedProxies: ['127.0.0.1'] });
      expect(self(await behind.client.get('/api/things/7', { headers }))).toBe(
        'https://demo.shops.test/api/things/7',
      );
      const elsewhere = await served({ trustedProxies: ['10.0.0.0/8'] });
      expect(self(await elsewhere.client.get('/api/things/7', { headers }))).not.toContain('shops.test');
    });
  });

  describe('for invalid HTTP', () => {
    it.each([
      ['text that is not HTTP', 'hello\r\n\r\n'],
      ['a malformed request line', 'GET /api/things\r\n\r\n'],
      ['an unknown method', 'FETCH /api/things HTTP/1.1\r\nhost: a\r\n\r\n'],
      ['an unknown HTTP version', 'GET /api/things HTTP/9.9\r\nhost: a\r\n\r\n'],
      ['a header without a colon', 'GET /api/things HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
      ['an invalid header name', 'GET /api/things HTTP/1.1\r\nhost: a\r\nx y: z\r\n\r\n'],
      [
        'a Content-Length that is not a number',
        'POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n',
      ],
      [
        'two Content-Length headers',
        'POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
      ],
      [
        'Content-Length together with Transfer-Encoding',
        'POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['an invalid chunk', 'POST /api/things HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nx\r\n'],
      ['no Host header (RFC 9112 §3.2)', 'GET /api/things HTTP/1.1\r\nconnection: close\r\n\r\n'],
      [
        'two Host headers (RFC 9112 §3.2)',
        'GET /api/things HTTP/1.1\r\nconnection: close\r\nhost: a\r\nhost: b\r\n\r\n',
      ],
    ])('returns 400 with an error document for %s', async (_, text) => {
      const { status, headers, body } = await raw(port, text);
      expect(status).toBe(400);
      expect(errorIn({ status, headers, text: body }).code).toBe('malformed_request');
    });

    it.each([
      'GET /api/things',
      'HEAD /api/things',
      'OPTIONS /api/things',
      'POST /api/things',
      'PUT /api/things',
      'GET /nowhere',
      'GET /healthz',
    ])('returns 400 for two Authorization headers, even if both are equal: %s', async (request) => {
      for (const [first, second] of [
        ['Bearer a', 'Bearer a'],
        ['Basic eDp5', 'Bearer b'],
        ['', ''],
      ]) {
        const { status, headers, body } = await raw(
          port,
          `${request} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: ${first}\r\nAUTHORIZATION: ${second}\r\n\r\n`,
        );
        expect(status).toBe(400);
        if (request.startsWith('HEAD')) continue;
        expect(errorIn({ status, headers, text: body }).code).toBe('duplicate_authorization');
      }
    });

    it('returns 431 with an error document if the headers are too large', async () => {
      const { status, headers, body } = await raw(
        port,
        `GET /api/things HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      );
      expect(status).toBe(431);
      expect(errorIn({ status, headers, text: body }).code).toBe('headers_too_large');
    });

    it('returns 431 for more than 100 headers, but accepts 100 headers', async () => {
      const headers = (count: number) =>
        Array.from({ length: count - 2 }, (_, at) => `x${at}: 1\r\n`).join('');
      const ask = (count: number) =>
        raw(port, `GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers(count)}\r\n`);
      expect((await ask(100)).status).toBe(200);
      for (const count of [101, 2_100]) {
        const { status, headers, body } = await ask(count);
        expect([count, status]).toEqual([count, 431]);
        expect(errorIn({ status, headers, text: body }).code).toBe('headers_too_large');
      }
    });

    it('accepts a health check without a Host header, as HTTP/1.0 allows', async () => {
      expect(await raw(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
    });

    it('handles valid requests as before after many invalid requests', async () => {
      await Promise.all(Array.from({ length: 20 }, () => raw(port, 'nonsense\r\n\r\n')));
      expect((await client.get('/api/things')).status).toBe(200);
    });
  });

  describe('for request bodies', () => {
    const large = 'x'.repeat(1_001);

    it('passes a body up to the size limit unchanged to the handler', async () => {
      const response = await client.post('/api/things', 'é'.repeat(500));
      expect((response.body as { data: { attributes: unknown } }).data.attributes).toEqual({ name: '1000' });
    });

    it('returns 413 for a body above the size limit, with Content-Length or chunked (HT-05)', async () => {
      const announced = await client.post('/api/things', large);
      expect(errorIn(announced).code).toBe('payload_too_large');
      expect(announced.status).toBe(413);
      const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
      const head =
        'POST /api/things HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-type: application/vnd.api+json\r\nconnection: close\r\n\r\n';
      const { status, headers, body } = await raw(port, head + chunk);
      expect(status).toBe(413);
      expect(errorIn({ status, headers, text: body }).code).toBe('payload_too_large');
    });

    it('accepts any Content-Type if the request has no body (docs/contract.md §2)', async () => {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'nonsense',
        '',
      ]) {
        const headers = { 'content-type': type };
        expect([type, (await client.get('/api/things', { headers })).status]).toEqual([type, 200]);
        expect([type, (await client.delete('/api/things/7', { headers })).status]).toEqual([type, 204]);
      }
    });

    it('waits at most a minute for a complete request', async () => {
      const { application } = await served();
      const server = application.getHttpServer() as { requestTimeout: number };
      expect(server.requestTimeout).toBeGreaterThan(0);
      expect(server.requestTimeout).toBeLessThanOrEqual(60_000);
    });
  });

  describe('in responses', () => {
    it('sends the media type without charset, Vary: Accept and a new request id (CN-01, CN-02, CN-19)', async () => {
      const ids = new Set<string>();
      for (const response of [
        await client.get('/api/things'),
        await client.get('/api/things/7'),
        await client.post('/api/things', '{}'),
        await client.delete('/api/things/7'),
      ]) {
        expect(response.headers['content-type']).toBe(
          response.status === 204 ? undefined : 'application/vnd.api+json',
        );
        expect(response.headers['vary']).toBe('Accept');
        ids.add(response.headers['x-request-id']!);
      }
      expect(ids.size).toBe(4);
    });

    it('uses the client’s request id in the response header, in errors and in the log', async () => {
      const { client, lines } = await served();
      const own = (id: string) => ({ headers: { 'x-request-id': id } });
      expect((await client.get('/api/things', own('mine-1'))).headers['x-request-id']).toBe('mine-1');
      const failed = await client.get('/api/nowhere', own('mine-2'));
      expect([failed.status, errorIn(failed).id]).toEqual([404, 'mine-2']);
      const other = await client.get('/api/things', own('not mine'));
      expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      const logged = lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id);
      expect(logged).toEqual(expect.arrayContaining(['mine-1', 'mine-2']));
      expect(logged).not.toContain('not mine');
    });

    it('sends the header Server-Timing only if the option serverTiming is set', async () => {
      expect((await client.get('/api/things')).headers).not.toHaveProperty('server-timing');
      const { application, client: timed } = await served({ serverTiming: true });
      const parts = async (path: string) =>
        (await timed.get(path)).headers['server-timing']?.replace(/;dur=\d+(\.\d+)?(?=,|$)/g, '');
      expect(await parts('/api/things/7')).toBe('document, total');
      expect(await parts('/api/broken')).toBe('total');
      await application.close();
      expect((await client.get('/api/things')).headers).not.toHaveProperty('server-timing');
    });

    it('sends Strict-Transport-Security even with errors if the option hstsMaxAgeSeconds is set', async () => {
      const https = await served({ hstsMaxAgeSeconds: 86_400 });
      for (const path of ['/api/things', '/api/nothing', '/healthz'])
        expect((await https.client.get(path)).headers['strict-transport-security']).toBe('max-age=86400');
      await https.application.close();
      expect((await client.get('/api/things')).headers['strict-transport-security']).toBeUndefined();
    });

    it('returns 304 without a body for a matching If-None-Match (HT-04, HT-09)', async () => {
      const { headers } = await client.get('/api/things/7');
      for (const known of [headers['etag']!, `W/${headers['etag']}`, `"x", ${headers['etag']}`, '*']) {
        const response = await client.get('/api/things/7', { headers: { 'if-none-match': known } });
        expect([response.status, response.text, response.headers['content-type']]).toEqual([
          304,
          '',
          undefined,
        ]);
        expect(response.headers['etag']).toBe(headers['etag']);
      }
      expect((await client.get('/api/things/7', { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    });

    it('returns 406, without running the handler, if no media type is acceptable', async () => {
      const response = await client.get('/api/things', { headers: { accept: 'text/html' } });
      expect(errorIn(response).code).toBe('not_acceptable');
    });

    it('returns 500 with a request id and without details, and logs the error', async () => {
      // Nest uses the logger of the application that was created last.
      const { client, lines } = await served();
      const response = await client.get('/api/broken');
      expect(response.status).toBe(500);
      expect(errorIn(response)).toMatchObject({ code: 'internal_error' });
      expect(response.text).not.toMatch(/inner|workings|at .*\.ts/);
      const logged = lines.filter((line) => line.includes(response.headers['x-request-id']!));
      expect(logged.join()).toContain('SELECT inner FROM workings');
    });
  });

  describe('in its log', () => {
    let client: HttpClient;
    let port: number;
    let lines: string[];
    beforeAll(async () => ({ client, port, lines } = await served()));

    it('writes one line per request with request id, route and status', async () => {
      const response = await client.get('/api/things/7');
      const line = lines
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .filter(({ request_id }) => request_id === response.headers['x-request-id']);
      expect(line).toMatchObject([{ service: 'spec', method: 'GET', route: '/api/things/:id', status: 200 }]);
    });

    it('writes the message of a Postgres error without the values of the row', async () => {
      const { client, lines } = await served();
      const { headers } = await client.get('/api/unfit');
      const logged = lines.filter((line) => line.includes(headers['x-request-id']!)).join();
      expect(logged).toMatch(/violates check constraint.*23514/);
      expect(logged).not.toContain('kaltwasser');
    });

    it('contains no nonce and no token of any request', async () => {
      const secrets = { nonce: mintNonce(), token: mintToken('oauth_token').reveal() };
      const { nonce, token } = secrets;
      const headers = { authorization: `Bearer ${token}` };
      const body = JSON.stringify({ token, nonce });
      for (const path of [
        `/api/nonces/${nonce}`,
        `/nowhere/${nonce}`,
        `/api/nonces/${nonce}/%zz`,
        `/api/nonces/%${nonce}`,
        `/api/things?access_token=${token}&x=${nonce}`,
        `/api/broken?${nonce}`,
        `/api/things/${token}`,
      ]) {
        for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])
          await client.send(method, path, { headers, body });
      }
      await client.post('/api/things', body.repeat(20), { headers });
      await raw(port, `GET /api/nonces/${nonce} HTTP/9.9\r\nauthorization: Bearer ${token}\r\n\r\n`);
      await raw(
        port,
        `GET /api/nonces/${nonce} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      );
      const log = lines.join('\n');
      expect(log).toContain('/api/nonces/:nonce');
      expect(log).not.toContain(nonce);
      expect(log).not.toContain(token.slice(4, 44));
    });
  });
});

describe('an overloaded server', () => {
  let server: Awaited<ReturnType<typeof served>>;
  beforeEach(async () => (server = await served({ maxRequestsAtOnce: 2 })));
  afterEach(() => gate.open());

  it('returns 503 with Retry-After above the limit, and accepts requests after running requests end', async () => {
    const { client } = server;
    const slow = [client.get('/api/slow'), client.get('/api/slow')];
    await gate.filled(2);
    const refused = await client.get('/api/things');
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(errorIn(refused).code).toBe('overloaded');
    gate.open();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.get('/api/things')).status).toBe(200);
  });

  it('responds to health checks, so that an orchestrator does not restart the service', async () => {
    const { client } = server;
    const slow = [client.get('/api/slow'), client.get('/api/slow')];
    await gate.filled(2);
    expect((await client.get('/healthz')).status).toBe(200);
    gate.open();
    await Promise.all(slow);
  });

  it('frees the slots of disconnected clients and of invalid requests', async () => {
    const { client, port } = server;
    const sockets: Socket[] = [];
    for (let at = 0; at < 2; at += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write('GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n');
    }
    await gate.filled(2);
    for (const socket of sockets) {
      socket.destroy();
      await once(socket, 'close');
    }
    gate.open();
    // Sends half of a body and never the rest.
    const half = connect(port, '127.0.0.1');
    half.write(
      'POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf',
    );
    half.end();
    await once(half.resume(), 'close');
    for (let at = 0; at < 5; at += 1) await client.get('/api/things/%zz');
    await client.get('/api/broken');
    // The server may see the end of a connection a moment later.
    let status = 503;
    for (let asked = 0; asked < 200 && status === 503; asked += 1)
      ({ status } = await client.get('/api/things'));
    expect(status).toBe(200);
    const slow = [client.get('/api/slow'), client.get('/api/slow')];
    await gate.filled(2);
    // The limit is still enforced.
    expect((await client.get('/api/things')).status).toBe(503);
    gate.open();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('GET /readyz', () => {
  it('returns 200 if the service is ready, and otherwise 503', async () => {
    let away = true;
    const { client } = await served({
      ready: () => (away ? Promise.reject(new Error('secret database')) : Promise.resolve()),
    });
    const notReady = await client.get('/readyz');
    expect(notReady.status).toBe(503);
    expect(notReady.text).not.toContain('secret');
    expect((await client.get('/healthz')).status).toBe(200);
    away = false;
    expect((await client.get('/readyz')).status).toBe(200);
  });
});

it('createApplication throws for a route that declares no access requirement', async () => {
  @Controller()
  class Forgetful {
    @Get('open')
    open() {}
  }
  @Module({ controllers: [Forgetful] })
  class ForgetfulModule {}
  const options = {
    name: 'spec',
    host: '',
    port: 0,
    bodyLimit: 1,
    trustedProxies: [],
    docsUrl,
    maxRequestsAtOnce: 1,
    logLevel: 'silent',
  };
  await expect(createApplication(ForgetfulModule, options)).rejects.toThrow(
    'Forgetful.open declares no access',
  );
});
