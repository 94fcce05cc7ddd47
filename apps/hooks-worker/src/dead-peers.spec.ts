import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PostgresProxy, Receiver, until } from '@storewright/testing';
import { Stage } from './testing/stage';

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

function startWorker(): Promise<NestFastifyApplication> {
  const url = proxy.through(stage.database.url('hooks'));
  return stage.startWorker({}, { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url });
}

it('a worker whose LISTEN is accepted and never answered delivers what it finds by looking', async () => {
  const listens = (name: string) => name === 'storewright-hooks-listener';
  proxy.swallow(listens);
  await startWorker();
  const shop = await stage.aShop();
  await stage.install(shop, receiver.url);
  await stage.write(shop, 3);
  await receiver.has(3);
  expect(receiver.sequences).toEqual([1, 2, 3]);
  await proxy.pass();
  await until('it listens again', async () => {
    const text = `SELECT FROM pg_stat_activity WHERE application_name = 'storewright-hooks-listener' AND datname = current_database()`;
    return (await stage.database.query(text)).length === 2;
  });
  await stage.write(shop, 1);
  await receiver.has(4);
});

it('a worker is not ready while nobody answers it, and delivers again afterwards', async () => {
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
