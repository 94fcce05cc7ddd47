import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProxy, Receiver, type ServiceProcess, until } from '@storewright/testing';
import type { ServiceName } from '../stage';
import { type FaultRow, underTraffic } from './fault';
import type { BenchShop } from '../people';
import { statusOf } from '../http';
import { formatSeconds } from '../numbers';
import { serviceNames, type FaultPlatform } from './fault-platform';

const [STOP_LIMIT_MS, READY_LIMIT_MS] = [25_000, 2_000];

export async function stops(platform: FaultPlatform): Promise<FaultRow[]> {
  const shop = platform.shops[0]!;
  const outcomes: { name: ServiceName; ms: number; code: number | null }[] = [];
  const stop = async (name: ServiceName) => {
    const service = await platform.startExtra(name);
    const clients = await clinging(service, shop);
    const began = performance.now();
    const code = await service.stop();
    outcomes.push({ name, ms: performance.now() - began, code });
    for (const client of clients) client.destroy();
  };
  const row = await underTraffic(platform, {
    done: 'SIGTERM of a second instance of each service, with clients that never end',
    allowed: [],
    inject: async () => void (await Promise.all(serviceNames.map(stop))),
    check: () => ({
      seen: outcomes
        .map(({ name, ms, code }) => `${name} ended with ${code} after ${formatSeconds(ms)}`)
        .join(', '),
      expected: `ended with 0${platform.short ? '' : ` ≤ ${formatSeconds(STOP_LIMIT_MS)}`}`,
      ok: outcomes.every(({ ms, code }) => code === 0 && (platform.short || ms <= STOP_LIMIT_MS)),
    }),
  });
  return [row, await stopOfBusyWorker(platform)];
}

/**
 * Opens three kinds of slow connections: sending a body byte by byte, requesting pages without reading them,
 * and sending nothing.
 */
async function clinging({ port }: ServiceProcess, { domain, token }: BenchShop): Promise<Socket[]> {
  const host = `host: ${domain}.localhost\r\nauthorization: Bearer ${token}\r\n`;
  const half =
    `POST /api/meta HTTP/1.1\r\n${host}content-type: application/vnd.api+json\r\ncontent-length: ` +
    '1000\r\n\r\n{';
  const page = `GET /api/meta?page%5Bsize%5D=100 HTTP/1.1\r\n${host}\r\n`;
  const begin = (text: string, again: string) =>
    new Promise<Socket>((done) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.once('connect', () => {
        if (text) socket.write(text);
        done(socket.pause());
      });
      if (!again) return;
      const going = setInterval(() => socket.writable && socket.write(again), 500);
      socket.once('close', () => clearInterval(going));
    });
  const each = [begin(half, ' '), begin(page.repeat(50), page), begin('', '')];
  return Promise.all([...each, ...Array.from({ length: 20 }, () => begin(half, ' '))]);
}

/** Stops the webhook worker while a webhook receiver has accepted a request and does not respond. */
async function stopOfBusyWorker(platform: FaultPlatform): Promise<FaultRow> {
  const silent = await Receiver.start(() => 'never');
  const shop = await platform.makeShop(silent.url);
  let [ms, code]: [number, number | null] = [0, null];
  const row = await underTraffic(platform, {
    done: 'SIGTERM of hooks-worker while a receiver never answers; started again',
    allowed: [],
    async inject() {
      const attributes = { resource_type: 'orders', resource_id: '1', data: {} };
      await platform.shopApi(shop).post('/api/meta', { data: { type: 'meta', attributes } });
      await silent.has(1);
      const began = performance.now();
      code = await platform.services.get('hooks-worker')!.stop();
      ms = performance.now() - began;
      await platform.restart('hooks-worker');
    },
    check: () => ({
      seen: `ended with ${code} after ${formatSeconds(ms)}`,
      expected: `ended with 0${platform.short ? '' : ` ≤ ${formatSeconds(STOP_LIMIT_MS)}`}`,
      ok: code === 0 && (platform.short || ms <= STOP_LIMIT_MS),
    }),
  });
  await platform.postgres.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE shop_id = $1`, [
    shop.id,
  ]);
  await silent.stop();
  return row;
}

/** Starts services while their database refuses connections or does not respond. */
export async function starts(platform: FaultPlatform): Promise<FaultRow[]> {
  const rows = [];
  for (const how of platform.short ? (['refuses'] as const) : (['refuses', 'swallows'] as const))
    rows.push(await startWithout(platform, how));
  return rows;
}

async function startWithout(platform: FaultPlatform, how: 'refuses' | 'swallows'): Promise<FaultRow> {
  const proxy = await PostgresProxy.before(platform.postgres.administratorUrl);
  if (how === 'refuses') await proxy.refuse();
  else proxy.swallow();
  const started = await Promise.all(
    serviceNames.map((name) => platform.startExtra(name, platform.databasesOf(name, proxy))),
  );
  const statuses = async (path: string) => Promise.all(started.map(({ port }) => statusOf({ port, path })));
  if (!platform.short) await pause(5_000);
  const [live, before] = [await statuses('/healthz'), await statuses('/readyz')];
  await proxy.pass();
  const back = performance.now();
  const readyAfter = await Promise.all(
    started.map(async ({ port }) => {
      await until('it is ready', async () => (await statusOf({ port, path: '/readyz' })) === 200);
      return performance.now() - back;
    }),
  );
  const codes = await Promise.all(started.map((service) => service.stop()));
  await proxy.close();
  const longest = Math.max(...readyAfter);
  const all = (codes: readonly (number | null)[], status: number) => codes.every((each) => each === status);
  return {
    done: `start of each service while its database ${how}${platform.short ? '' : ', for 5 s'}`,
    seen:
      `live ${live.join()}, ready ${before.join()}; ready after ${formatSeconds(longest)}; ended ` +
      `with ${codes.join()}`,
    expected: `live 200, ready 503${platform.short ? '' : `; ready ≤ ${formatSeconds(READY_LIMIT_MS)}`}; ended with 0`,
    ok: all(live, 200) && all(before, 503) && all(codes, 0) && (platform.short || longest <= READY_LIMIT_MS),
  };
}
