import { connect, type Socket } from 'node:net';
import { PostgresProxy, Receiver, type ServiceProcess, until } from '@storewright/testing';
import type { ServiceName } from '../stage';
import { type Row, seconds, underTraffic } from './fault';
import { pause, serviceNames, type Shop, statusAt, type World } from './world';

/** In ms. */
const [stopLimit, readyLimit] = [25_000, 2_000];

/** SIGTERM of each service while clients of it never end; another instance of each serves the others. */
export async function stops(world: World): Promise<Row[]> {
  const shop = world.shops[0]!;
  const outcomes: { name: ServiceName; ms: number; code: number | null }[] = [];
  const stop = async (name: ServiceName) => {
    const service = await world.startAnother(name);
    const clients = await clinging(service, shop);
    const began = performance.now();
    const code = await service.stop();
    outcomes.push({ name, ms: performance.now() - began, code });
    for (const client of clients) client.destroy();
  };
  const row = await underTraffic(world, {
    done: 'SIGTERM of a second instance of each service, with clients that never end',
    allowed: [],
    happen: async () => void (await Promise.all(serviceNames.map(stop))),
    also: () => ({
      seen: outcomes
        .map(({ name, ms, code }) => `${name} ended with ${code} after ${seconds(ms)}`)
        .join(', '),
      expected: `ended with 0${world.short ? '' : ` ≤ ${seconds(stopLimit)}`}`,
      ok: outcomes.every(({ ms, code }) => code === 0 && (world.short || ms <= stopLimit)),
    }),
  });
  return [row, await stopOfBusyWorker(world)];
}

/** Connections that send half a body bit by bit, that ask for page after page and read none, and that are silent. */
async function clinging({ port }: ServiceProcess, { domain, token }: Shop): Promise<Socket[]> {
  const host = `host: ${domain}.localhost\r\nauthorization: Bearer ${token}\r\n`;
  const half = `POST /api/meta HTTP/1.1\r\n${host}content-type: application/vnd.api+json\r\ncontent-length: 1000\r\n\r\n{`;
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

/** The worker that serves is told to end while a receiver takes a webhook and never answers. */
async function stopOfBusyWorker(world: World): Promise<Row> {
  const silent = await Receiver.start(() => 'never');
  const shop = await world.makeShop(silent.url);
  let [ms, code]: [number, number | null] = [0, null];
  const row = await underTraffic(world, {
    done: 'SIGTERM of hooks-worker while a receiver never answers; started again',
    allowed: [],
    async happen() {
      const attributes = { resource_type: 'orders', resource_id: '1', data: {} };
      await world.shopApi(shop).post('/api/meta', { data: { type: 'meta', attributes } });
      await silent.has(1);
      const began = performance.now();
      code = await world.services.get('hooks-worker')!.stop();
      ms = performance.now() - began;
      await world.startAgain('hooks-worker');
    },
    also: () => ({
      seen: `ended with ${code} after ${seconds(ms)}`,
      expected: `ended with 0${world.short ? '' : ` ≤ ${seconds(stopLimit)}`}`,
      ok: code === 0 && (world.short || ms <= stopLimit),
    }),
  });
  await world.postgres.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE shop_id = $1`, [
    shop.id,
  ]);
  await silent.stop();
  return row;
}

/** Services that start while their database refuses, or swallows what they send. */
export async function starts(world: World): Promise<Row[]> {
  const rows = [];
  for (const how of world.short ? (['refuses'] as const) : (['refuses', 'swallows'] as const))
    rows.push(await startWithout(world, how));
  return rows;
}

async function startWithout(world: World, how: 'refuses' | 'swallows'): Promise<Row> {
  const proxy = await PostgresProxy.before(world.postgres.administratorUrl);
  if (how === 'refuses') await proxy.refuse();
  else proxy.swallow();
  const started = await Promise.all(
    serviceNames.map((name) => world.startAnother(name, world.databasesOf(name, proxy))),
  );
  const statuses = async (path: string) => Promise.all(started.map(({ port }) => statusAt(port, path)));
  if (!world.short) await pause(5_000);
  const [live, before] = [await statuses('/healthz'), await statuses('/readyz')];
  await proxy.pass();
  const back = performance.now();
  const readyAfter = await Promise.all(
    started.map(async ({ port }) => {
      await until('it is ready', async () => (await statusAt(port, '/readyz')) === 200);
      return performance.now() - back;
    }),
  );
  const codes = await Promise.all(started.map((service) => service.stop()));
  await proxy.close();
  const longest = Math.max(...readyAfter);
  const all = (given: readonly (number | null)[], status: number) => given.every((each) => each === status);
  return {
    done: `start of each service while its database ${how}${world.short ? '' : ', for 5 s'}`,
    seen: `live ${live.join()}, ready ${before.join()}; ready after ${seconds(longest)}; ended with ${codes.join()}`,
    expected: `live 200, ready 503${world.short ? '' : `; ready ≤ ${seconds(readyLimit)}`}; ended with 0`,
    ok: all(live, 200) && all(before, 503) && all(codes, 0) && (world.short || longest <= readyLimit),
  };
}
