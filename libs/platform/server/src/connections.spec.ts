import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired } from '@storewright/access';
import { document, JsonApiErrorFilter, type Render } from '@storewright/json-api';
import { HttpClient, until } from '@storewright/testing';
import { drain } from './drain';
import { createApplication, type ServerOptions } from './serve';

let release: () => void = () => undefined;
let larges = 0;

@Controller('api')
class Routes {
  @Get('quick')
  @Public('test')
  quick(): Render {
    return document({ meta: { quick: true } });
  }
  @Get('slow')
  @Public('test')
  async slow(): Promise<Render> {
    await new Promise<void>((resolve) => {
      const before = release;
      release = () => (before(), resolve());
    });
    return document({ meta: {} });
  }
  /** A response larger than the socket buffers. */
  @Get('large')
  @Public('test')
  large(): Render {
    larges += 1;
    return document({ meta: { text: 'x'.repeat(20_000_000) } });
  }
  @Post('things')
  @Public('test')
  @StepUpNotRequired('test')
  create(): Render {
    return document({ meta: {} });
  }
}
@Module({
  controllers: [Routes],
  providers: [{ provide: APP_FILTER, useValue: new JsonApiErrorFilter('') }],
})
class RoutesModule {}

const applications: NestFastifyApplication[] = [];
const sockets: Socket[] = [];

async function served(options: Partial<ServerOptions> = {}) {
  const application = await createApplication(RoutesModule, {
    name: 'spec',
    host: '127.0.0.1',
    port: 0,
    bodyLimit: 1_000,
    trustedProxies: [],
    docsUrl: '',
    maxRequestsAtOnce: 1_000,
    logLevel: 'silent',
    ...options,
  });
  applications.push(application);
  await application.listen(0, '127.0.0.1');
  const server = application.getHttpServer() as Server;
  const port = Number(new URL(await application.getUrl()).port);
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { application, port, connections, client: new HttpClient(port, 'spec.test') };
}

/** Opens a connection that sends the text and then neither reads nor closes. */
async function stalled(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const head = 'POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n';
const halfABody = `${head}\r\nhalf`;
const limits = { headers: 100, body: 100, answer: 100, close: 100, interval: 20 };

const isGone = ({ readableEnded }: Socket) => readableEnded;

afterAll(async () => {
  release();
  for (const socket of sockets) socket.destroy();
  await Promise.all(applications.map((application) => application.close()));
});

describe('a client connection', () => {
  it('occupies no slot of the request queue while its request body is incomplete', async () => {
    const { client, port } = await served({ maxRequestsAtOnce: 4 });
    await Promise.all(Array.from({ length: 50 }, () => stalled(port, halfABody)));
    expect((await client.get('/api/quick')).status).toBe(200);
    expect((await client.post('/api/things', '{}')).status).toBe(200);
  });

  it.each([
    ['a body', halfABody],
    ['headers', head],
    ['a request line', 'GET /api/qu'],
  ])('receives 408 and is closed if %s is incomplete after the time limit', async (_, text) => {
    const { port, connections } = await served({ connectionLimits: limits });
    const socket = await stalled(port, text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    await until('no connection', async () => (await connections()) === 0);
  });

  it('is closed if the client address has 256 newer incomplete requests', async () => {
    const { port, connections } = await served({ connectionLimits: { unfinishedAge: 50 } });
    const open: Socket[] = [];
    for (let count = 0; count < 280; count += 1) open.push((await stalled(port, halfABody)).resume());
    await until('256 connections are left', async () => (await connections()) === 256);
    await until('the oldest connections are cut', () => Promise.resolve(open.slice(0, 24).every(isGone)));
    expect(open.slice(24).filter(isGone)).toEqual([]);
  });

  it('is closed if the client sends nothing within the time limit', async () => {
    const { port, connections } = await served({ connectionLimits: limits });
    await stalled(port, '');
    await until('a connection', async () => (await connections()) === 1);
    await until('no connection', async () => (await connections()) === 0);
  });

  it('is closed if the client does not read the response', async () => {
    const { port, connections } = await served({ connectionLimits: limits });
    const socket = await stalled(port, 'GET /api/large HTTP/1.1\r\nhost: a\r\n\r\n');
    socket.pause();
    await until('no connection', async () => (await connections()) === 0);
  });

  it('runs one pipelined request at a time while the client does not read the response', async () => {
    const { port, client } = await served();
    const before = larges;
    const socket = await stalled(port, 'GET /api/large HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50));
    socket.pause();
    await until('the first request runs', () => Promise.resolve(larges > before));
    for (let times = 0; times < 3; times += 1) await client.get('/api/quick');
    expect(larges).toBe(before + 1);
  });

  it('receives the responses to pipelined requests in order', async () => {
    const { port } = await served();
    const socket = connect(port, '127.0.0.1');
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
    socket.write(`${get('/api/quick')}${get('/nothing')}${head}\r\n${'x'.repeat(100)}`.repeat(30));
    socket.write(`${head}\r\n${'x'.repeat(99)}`);
    let answers = '';
    socket.on('data', (chunk) => (answers += String(chunk)));
    const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await until('all but the last response', () => Promise.resolve(statuses().length === 90));
    socket.write('xGET /api/quick HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(statuses()).toEqual([...Array(30).fill(['200', '404', '200']).flat(), '200', '200']);
  });

  it('is closed if the client pipelines more than 100 requests', async () => {
    const { port } = await served();
    const ahead = (requests: number) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      const quick = 'GET /api/quick HTTP/1.1\r\nhost: a\r\n\r\n';
      socket.write(`GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n${quick.repeat(requests)}`);
      return socket;
    };
    let answers = '';
    ahead(90).on('data', (chunk) => (answers += String(chunk)));
    const tooMany = ahead(150);
    let parsed = 0;
    const count = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.socket.remotePort === tooMany.localPort) parsed += 1;
    };
    subscribe('http.server.request.start', count);
    tooMany.resume();
    await once(tooMany, 'close');
    unsubscribe('http.server.request.start', count);
    // The running request, a hundred pipelined ones, and the one above the limit. The rest is not parsed.
    expect(parsed).toBe(102);
    release();
    await until('all answers', () => Promise.resolve(answers.split('HTTP/1.1 200').length === 92));
  });

  it('with many pipelined requests is closed if all connections together exceed the limit', async () => {
    const { port } = await served();
    const quick = 'GET /api/quick HTTP/1.1\r\nhost: a\r\n\r\n';
    const answers = new Map<Socket, string>();
    const ahead = (requests: number) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      socket.on('data', (chunk) => answers.set(socket, (answers.get(socket) ?? '') + String(chunk)));
      socket.write(`GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n${quick.repeat(requests)}`);
      return socket;
    };
    const isCut = ({ destroyed }: Socket) => destroyed;
    const greedy = Array.from({ length: 20 }, () => ahead(90));
    const left = () => greedy.filter((socket) => !isCut(socket));
    await until('the connection above the limit is cut', () => Promise.resolve(left().length <= 1_000 / 90));
    expect(left().length).toBeGreaterThan(5);
    const modest = Array.from({ length: 5 }, () => ahead(5));
    const areAnswered = (sockets: Socket[], times: number) => () => {
      release();
      const isAnswered = (socket: Socket) => answers.get(socket)?.split('HTTP/1.1 200').length === times + 2;
      return Promise.resolve(sockets.every(isAnswered));
    };
    await until('the connection with few requests gets its responses', areAnswered(modest, 5));
    await until('the remaining connection gets its responses', areAnswered(left(), 90));
    // No request is pipelined now, so there is room again.
    await until('the next requests get responses', areAnswered([ahead(90), ahead(90)], 90));
  });

  /** The head of a request whose body is above the size limit. */
  const tooLarge = (bytes: number) =>
    `POST /api/things HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;
  const piece = Buffer.alloc(65_536, 'x');
  const sendPiece = (socket: Socket) => new Promise<void>((sent) => socket.write(piece, () => sent()));

  it('delivers an early response to the client, because the server reads the rest of the request body', async () => {
    const { port, connections } = await served();
    const socket = await stalled(port, tooLarge(16 * piece.length));
    const failures: Error[] = [];
    let answer = '';
    socket.on('error', (error) => failures.push(error)).on('data', (data) => (answer += String(data)));
    await until('an answer', () => Promise.resolve(answer.includes('payload_too_large')));
    for (let sent = 0; sent < 16; sent += 1) await sendPiece(socket);
    await until('no connection', async () => (await connections()) === 0);
    expect([answer.slice(0, 13), failures]).toEqual(['HTTP/1.1 413 ', []]);
  });

  it('is closed if the request body continues for megabytes or seconds after an early response', async () => {
    const { port, connections } = await served({ connectionLimits: limits });
    const endless = (await stalled(port, tooLarge(1e12))).resume();
    let sent = 0;
    for (; !endless.destroyed; sent += piece.length) await sendPiece(endless);
    // The buffers of both sides are full; the server does not read them.
    expect(sent).toBeLessThan(50_000_000);
    (await stalled(port, tooLarge(1e12))).resume();
    await until('no connection', async () => (await connections()) === 0);
  });

  it('does not delay the shutdown of the server', async () => {
    const { application, port, connections } = await served();
    await stalled(port, halfABody);
    await until('a connection', async () => (await connections()) === 1);
    await drain(application, 10, 50);
  });

  it('is closed if the request body arrives in thousands of tiny chunks, but not in hundreds', async () => {
    const { port } = await served({ bodyLimit: 10_000 });
    const chunked =
      'POST /api/things HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n';
    const answers = [];
    for (const pieces of [900, 5_000]) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.write(`${chunked}${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`);
      await once(socket, 'close');
      answers.push(answer.slice(0, 12));
    }
    expect(answers).toEqual(['HTTP/1.1 200', '']);
  });

  it('has the full time limits again for each request', async () => {
    const { port, client } = await served({ connectionLimits: limits });
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    for (let times = 0; times < 20; times += 1) {
      socket.write(`${head}\r\n${'x'.repeat(100)}`);
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
      await client.get('/api/quick');
    }
  });
});

describe('a flood of requests', () => {
  it('receives only 503 responses, with varying Retry-After values', async () => {
    const { client } = await served({ maxRequestsAtOnce: 1 });
    const slow = client.get('/api/slow');
    await until('the slow request runs', async () => (await client.get('/api/quick')).status === 503);
    const answers = await Promise.all(Array.from({ length: 300 }, () => client.get('/api/quick')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(answers.map(({ headers }) => headers['retry-after'])).size).toBeGreaterThan(1);
    const [{ headers, text }] = answers as [(typeof answers)[number]];
    expect(text).toContain(`"id":"${headers['x-request-id']}"`);
    release();
    expect((await slow).status).toBe(200);
    expect((await client.get('/api/quick')).status).toBe(200);
  });

  /**
   * Sends three requests over each of two hundred connections. Counts how often a connection was paused and
   * resumed.
   */
  async function flooded(options: Partial<ServerOptions>, headers = ''): Promise<[number, number]> {
    const { application, port } = await served(options);
    let [paused, resumed, arrived] = [0, 0, 0];
    const server = application.getHttpServer() as Server;
    server.on('connection', (socket: Socket) => {
      socket.on('pause', () => (paused += 1)).on('resume', () => (resumed += 1));
    });
    server.on('request', () => (arrived += 1));
    const request = `GET /api/slow HTTP/1.1\r\nhost: a\r\n${headers}\r\n`;
    const answers = new Map<Socket, number>();
    for (let client = 0; client < 200; client += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      socket.write(request);
      socket.on('data', () => {
        const count = (answers.get(socket) ?? 0) + 1;
        answers.set(socket, count);
        if (count < 3) socket.write(request);
      });
    }
    await until('each connection has three responses', () => {
      // The flood must wait as a whole, even if it arrives slowly.
      if (arrived >= 200) release();
      return Promise.resolve(answers.size === 200 && [...answers.values()].every((count) => count === 3));
    });
    return [paused, resumed];
  }

  it('leads to paused connections, all of which the server resumes later', async () => {
    const [paused, resumed] = await flooded({});
    expect(paused).toBeGreaterThan(0);
    expect(resumed).toBeGreaterThanOrEqual(paused);
  });

  it('does not pause the connection of a proxy, which carries requests of many clients', async () => {
    const [paused] = await flooded({ trustedProxies: ['127.0.0.1'] }, 'x-forwarded-for: 192.0.2.1\r\n');
    expect(paused).toBe(0);
  });
});
