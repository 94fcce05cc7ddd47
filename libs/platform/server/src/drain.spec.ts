import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Public } from '@storewright/access';
import { document, JsonApiErrorFilter, type Render } from '@storewright/json-api';
import { drain, endInTime } from './drain';
import { createApplication } from './serve';

let release: () => void;
let entered: () => void;

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
    entered();
    await new Promise<void>((resolve) => (release = resolve));
    return document({ meta: { slow: true } });
  }
}
@Module({
  controllers: [Routes],
  providers: [{ provide: APP_FILTER, useValue: new JsonApiErrorFilter('') }],
})
class RoutesModule {}

async function listening(): Promise<{ application: NestFastifyApplication; port: number }> {
  const application = await createApplication(RoutesModule, {
    name: 'spec',
    host: '127.0.0.1',
    port: 0,
    bodyLimit: 1_000,
    trustedProxies: [],
    docsUrl: '',
    maxRequestsAtOnce: 1_000,
    logLevel: 'silent',
  });
  await application.listen(0, '127.0.0.1');
  return { application, port: Number(new URL(await application.getUrl()).port) };
}

/** Sends a request over the agent's only connection. */
function get(agent: Agent, port: number, path: string): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', path }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(Object.assign(response, { text })));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

describe('a draining server', () => {
  it('completes all requests on open connections, even if they arrive quickly (docs/contract.md §8.3)', async () => {
    const { application, port } = await listening();
    const statuses: (number | undefined)[] = [];
    let answered = 0;
    let drained: Promise<void> | undefined;
    /** Sends one request after the other, as a proxy does, until the server closes the connection. */
    async function client(): Promise<void> {
      const agent = oneConnection();
      for (;;) {
        const { statusCode, headers } = await get(agent, port, '/api/quick');
        statuses.push(statusCode);
        answered += 1;
        if (answered === 300) drained = drain(application);
        if (headers.connection === 'close') return agent.destroy();
      }
    }
    await Promise.all(Array.from({ length: 20 }, client));
    await drained;
    expect(statuses.length).toBeGreaterThanOrEqual(300);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('completes running requests with Connection: close and then stops', async () => {
    const { application, port } = await listening();
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const agent = oneConnection();
    const slow = get(agent, port, '/api/slow');
    await inside;
    const drained = drain(application);
    release();
    const { statusCode, headers, text } = await slow;
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    expect(text).toContain('slow');
    await drained;
  });

  it('closes a connection without requests and waits for a running request', async () => {
    const { application, port } = await listening();
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const slow = get(oneConnection(), port, '/api/slow');
    await inside;
    const silent = await aConnection(port);
    const drained = drain(application, 50);
    await once(silent.resume(), 'close');
    release();
    expect((await slow).statusCode).toBe(200);
    await drained;
  });

  it('serves the first request on a connection that was open before without a request', async () => {
    const { application, port } = await listening();
    const late = await aConnection(port);
    const drained = drain(application);
    late.write('GET /api/quick HTTP/1.1\r\nhost: a\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of late) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    await drained;
  });

  it('accepts no new connections and fails the readiness check', async () => {
    const { application, port } = await listening();
    const watching = await aConnection(port);
    const drained = drain(application);
    await expect(get(oneConnection(), port, '/api/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    watching.write('GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n');
    const [head] = (await once(watching, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 503 /);
    await drained;
  });
});

describe('a process that receives SIGTERM', () => {
  it('exits with code 0 after a complete shutdown', async () => {
    const { application } = await listening();
    expect(await endInTime(application)).toBe(0);
  });

  it('exits with code 1 if the shutdown takes too long', async () => {
    const { application, port } = await listening();
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const slow = get(oneConnection(), port, '/api/slow');
    await inside;
    expect(await endInTime(application, 50)).toBe(1);
    release();
    await slow;
  });
});

/** Opens a connection that the server has accepted, and sends nothing. */
async function aConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The server accepts in order, so a later connection with a response proves that this one was accepted.
  await get(new Agent(), port, '/api/quick');
  return socket;
}
