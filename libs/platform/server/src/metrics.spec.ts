import { setImmediate, setTimeout } from 'node:timers/promises';
import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired } from '@storewright/access';
import { document, JsonApiErrorFilter, type Render } from '@storewright/json-api';
import { HttpClient } from '@storewright/testing';
import { serveMetrics } from './metrics';
import { createApplication } from './serve';

const docsUrl = 'https://docs.test/errors';

@Controller('api')
class Things {
  @Get('things/:id')
  @Public('test')
  get(@Param('id') id: string): Render {
    return document({ meta: { id } });
  }
  @Post('things')
  @Public('test')
  @StepUpNotRequired('test')
  async create(): Promise<Render> {
    throw new Error('broken');
  }
}

@Module({
  controllers: [Things],
  providers: [{ provide: APP_FILTER, useValue: new JsonApiErrorFilter(docsUrl) }],
})
class ThingsModule {}

const applications: NestFastifyApplication[] = [];
afterAll(() => Promise.all(applications.map((each) => each.close())));

async function served(metrics = { host: '127.0.0.1', port: 0 }, log?: { write(line: string): void }) {
  const application = await createApplication(ThingsModule, {
    ...{ name: 'spec', host: '127.0.0.1', port: 0, bodyLimit: 1_000, trustedProxies: [] },
    ...{ docsUrl, maxRequestsAtOnce: 1, logLevel: log ? 'info' : 'silent', metrics },
    ...(log && { log }),
  });
  applications.push(application);
  const url = await serveMetrics(application, metrics);
  await application.listen(0, '127.0.0.1');
  const client = new HttpClient(Number(new URL(await application.getUrl()).port), '127.0.0.1');
  const scrape = async () => (await fetch(url)).text();
  return { application, client, scrape, url };
}

it('metrics count requests by route, method and status, without client input in labels', async () => {
  const { client, scrape } = await served();
  const secret = 'swnonce-5ecret';
  await client.get(`/api/things/${secret}`);
  await client.get(`/api/things/${secret}?shop=${secret}`);
  await client.post('/api/things', {});
  await client.get(`/${secret}/elsewhere`);
  await client.delete(`/api/things/${secret}`);
  await client.get('/api/things/%ZZ');
  const text = await scrape();
  const counted = text.split('\n').filter((line) => line.startsWith('storewright_http_requests_total{'));
  expect(counted.toSorted()).toEqual([
    'storewright_http_requests_total{method="DELETE",route="none",status="405"} 1',
    'storewright_http_requests_total{method="GET",route="/api/things/:id",status="200"} 2',
    expect.stringMatching(
      /^storewright_http_requests_total\{method="GET",route="none",status="40[04]"\} \d$/,
    ),
    ...(counted.length > 4 ? [expect.stringMatching(/route="none"/)] : []),
    'storewright_http_requests_total{method="POST",route="/api/things",status="500"} 1',
  ]);
  expect(text).not.toContain(secret);
  expect(text).toContain('storewright_http_request_seconds_count{method="GET",route="/api/things/:id"} 2\n');
});

it('the metrics port serves only metrics, and the API port serves no metrics', async () => {
  const { client, url } = await served();
  expect((await client.get('/metrics')).status).toBe(404);
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect((await fetch(new URL('/healthz', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

it('metrics include event loop lag, memory, running requests and rejected requests', async () => {
  const { scrape } = await served();
  const text = await scrape();
  for (const name of [
    'nodejs_eventloop_lag_max_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ])
    expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  expect(text).toContain('storewright_requests{state="running"} 0\n');
  expect(text).toContain('storewright_requests_refused_total 0\n');
});

it('a request for metrics logs nothing, even if the application lacks an optional provider', async () => {
  const lines: string[] = [];
  const { scrape } = await served(undefined, { write: (line) => void lines.push(line) });
  await scrape();
  expect(lines).toEqual([]);
});

it('metrics report for how long the event loop was blocked', async () => {
  const { scrape } = await served();
  const latest = async () => Number(/^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(await scrape())?.[1]);
  await latest();
  // Blocks between two samples of the event loop, so that one of them is late.
  await setTimeout(60);
  const end = performance.now() + 300;
  while (performance.now() < end);
  await setImmediate();
  expect(await latest()).toBeGreaterThan(0.2);
});

it('a service with metrics starts no timers before the first request', async () => {
  // The first request starts the sampling of the process, once a second.
  await served();
  const timers = jest.spyOn(globalThis, 'setInterval');
  try {
    const { client } = await served();
    expect(timers).not.toHaveBeenCalled();
    await client.get('/api/things/1');
    expect(timers).toHaveBeenCalled();
  } finally {
    timers.mockRestore();
  }
});

it('a service fails to start if the metrics port is in use', async () => {
  const { url } = await served();
  const port = Number(new URL(url).port);
  await expect(served({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
});
