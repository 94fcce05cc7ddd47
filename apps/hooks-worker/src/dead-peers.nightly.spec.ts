import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PostgresProxy, Receiver, type TestShop, until } from '@storewright/testing';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import { DeliveryScheduler } from '@storewright/webhooks';
import { type Installed, Stage } from './testing/stage';

let stage: Stage;
let proxy: PostgresProxy;
let receiver: Receiver;
beforeEach(async () => {
  [stage, receiver] = [await Stage.open(), await Receiver.start()];
  proxy = await PostgresProxy.before(stage.database.url('hooks'));
});
afterEach(async () => {
  await receiver.stop();
  await stage.close();
  await proxy.close();
});

function startWorker(given: Parameters<Stage['startWorker']>[0] = {}): Promise<NestFastifyApplication> {
  const url = proxy.through(stage.database.url('hooks'));
  return stage.startWorker(given, { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url });
}

const one = { text: 'SELECT 1' };
const isListener = (name: string) => name === 'storewright-hooks-listener';

/** Returns the process ids of the backends of the LISTEN connections. */
async function listeners(): Promise<number[]> {
  const text = `SELECT pid FROM pg_stat_activity WHERE application_name = 'storewright-hooks-listener'
    AND datname = current_database() AND query <> ''`;
  return (await stage.database.query<{ pid: number }>(text)).map(({ pid }) => pid);
}

function bothListenAgain(dead: readonly number[]): Promise<true> {
  return until('both listen again', async () => {
    const alive = (await listeners()).filter((pid) => !dead.includes(pid));
    return alive.length === 2;
  });
}

it.each([
  ['is accepted but gets no response', () => proxy.swallow(isListener), () => undefined],
  ['gets no response to LISTEN', () => proxy.swallowAfter('LISTEN'), () => undefined],
  ['is lost without notice', () => undefined, () => proxy.swallow(isListener)],
])(
  'a worker whose LISTEN connection %s delivers events by polling and opens a new connection',
  async (_, before, after) => {
    before();
    await startWorker();
    after();
    const dead = await listeners();
    const shop = await stage.aShop();
    await stage.install(shop, receiver.url);
    await stage.write(shop, 3);
    await receiver.has(3);
    expect(receiver.sequences).toEqual([1, 2, 3]);
    await proxy.pass();
    await bothListenAgain(dead);
    await stage.write(shop, 1);
    await receiver.has(4);
  },
);

describe('a worker behind a network that hides dead connections from the server', () => {
  /** Simulates a lease of the worker whose response was lost. */
  async function leasedBy(worker: NestFastifyApplication): Promise<{ shop: TestShop; installed: Installed }> {
    const shop = await stage.aShop();
    const installed = await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await receiver.has(1);
    await until('it is given back', async () => (await stage.stream(installed))?.['locked_by'] === null);
    const { key } = lockOf(worker);
    await stage.database.query(
      `UPDATE shop.webhook_streams SET locked_by = $1, locked_until = now() + interval '1 hour' WHERE shop_id = $2`,
      [key, shop.id],
    );
    return { shop, installed };
  }
  const lockOf = (worker: NestFastifyApplication) => worker.get(DeliveryScheduler, { strict: false }).lock;

  beforeEach(async () => {
    await proxy.close();
    proxy = await PostgresProxy.before(stage.database.url('hooks'), 'never');
  });

  it('leases its streams and its advisory lock again after it lost the database session', async () => {
    const worker = await startWorker();
    const { key } = lockOf(worker);
    expect(key).toBeGreaterThan(0);
    const { shop } = await leasedBy(worker);
    proxy.swallow(isListener);
    await until('it is lost', () => Promise.resolve(lockOf(worker).key < 0));
    await stage.write(shop, 2);
    await receiver.has(3);
    await proxy.pass();
    await until('it has the lock', () => Promise.resolve(lockOf(worker).key === key));
    expect(receiver.sequences).toEqual([1, 2, 3]);
  });

  it('loses its streams to a second worker when its connections stop responding', async () => {
    const { shop } = await leasedBy(await startWorker());
    proxy.swallow();
    await stage.startWorker();
    await stage.write(shop, 2);
    await receiver.has(3);
    expect(receiver.sequences).toEqual([1, 2, 3]);
  });
});

it('a worker is not ready without the database privilege for polling', async () => {
  const worker = await startWorker();
  const ready = async () => (await fetch(`${await worker.getUrl()}/readyz`)).status;
  expect(await ready()).toBe(200);
  const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';
  const look =
    'FUNCTION ' +
    `shop.${isCluster ? 'watch_nodes(text, timestamptz, jsonb, timestamptz)' : 'shops_to_serve(timestamptz)'}`;
  await stage.database.query(`REVOKE EXECUTE ON ${look} FROM storewright_hooks`);
  await until('it says so', async () => (await ready()) === 503);
  await stage.database.query(`GRANT EXECUTE ON ${look} TO storewright_hooks`);
  await until('it is ready again', async () => (await ready()) === 200);
});

it('a worker is not ready while the database does not respond, and then delivers the pending events', async () => {
  const worker = await startWorker();
  const ready = async () => (await fetch(`${await worker.getUrl()}/readyz`)).status;
  const live = async () => (await fetch(`${await worker.getUrl()}/healthz`)).status;
  const shop = await stage.aShop();
  await stage.install(shop, receiver.url);
  await stage.write(shop, 1);
  await receiver.has(1);
  expect(await ready()).toBe(200);
  proxy.swallow();
  await until('it says so', async () => (await ready()) === 503);
  expect(await live()).toBe(200);
  await stage.write(shop, 2);
  await proxy.pass();
  await until('it says so', async () => (await ready()) === 200);
  await receiver.has(3);
  expect(new Set(receiver.sequences)).toEqual(new Set([1, 2, 3]));
});

it('a worker resumes as soon as the database responds, without waiting for the next poll', async () => {
  const never = 60 * 60 * 1000;
  const worker = await startWorker({ pace: { pollMs: never, pollAgainMs: never, listenAgainMs: never } });
  const shop = await stage.aShop();
  await stage.install(shop, receiver.url);
  await stage.write(shop, 1);
  await receiver.has(1);
  const dead = await listeners();
  proxy.swallow();
  // Pending statements fail only when the dead connection is detected.
  const lost = [AuthDatabase, ShopDatabase].map((each) => worker.get(each, { strict: false }).query({}, one));
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await stage.write(shop, 1);
  await proxy.pass();
  // Polling must find the event, because no notification arrives.
  await receiver.has(2);
  await bothListenAgain(dead);
  await stage.write(shop, 1);
  await receiver.has(3);
  expect(new Set(receiver.sequences)).toEqual(new Set([1, 2, 3]));
});
