import { randomUUID } from 'node:crypto';
import { Receiver, until } from '@storewright/testing';
import { Stage } from './testing/stage';

let stage: Stage;
let receiver: Receiver;
beforeAll(async () => {
  [stage, receiver] = [await Stage.open(), await Receiver.start()];
  await stage.startWorker();
});
afterAll(async () => {
  await receiver.stop();
  await stage.close();
});

/** Queries with the clock of the workers. */
async function shopsToServe(): Promise<unknown[]> {
  const now = new Date(stage.clock.now());
  const rows = await stage.database.query('SELECT shop.shops_to_serve($1) AS shop_id', [now]);
  return rows.map(({ shop_id }) => shop_id as unknown);
}

it('a poll of the worker skips shops without pending events', async () => {
  const shop = await stage.aShop();
  await stage.install(shop, receiver.url);
  await stage.write(shop, 3);
  await receiver.has(3);
  await until('nobody need look', async () => !(await shopsToServe()).includes(shop.id));
  await stage.writeOne(shop, { id: randomUUID() });
  expect(await shopsToServe()).toContain(shop.id);
});

/** Polls until no shop is pending, and then a few more times. */
async function quiet(): Promise<void> {
  await until('nobody need look', async () => {
    await stage.after(0);
    return (await shopsToServe()).length === 0;
  });
  for (let look = 0; look < 4; look += 1) await stage.after(0);
}

it('a poll of the worker finds a due retry and an event with a lost notification, after idle polls', async () => {
  const [shop, failing] = [await stage.aShop(), await Receiver.start(() => 500)];
  try {
    await stage.install(shop, failing.url);
    await quiet();
    await stage.writeOne(shop, { id: randomUUID() });
    await stage.after(0);
    await failing.has(1);
    await quiet();
    await stage.after(60 * 60 * 1000);
    await failing.has(2);
  } finally {
    await failing.stop();
  }
});

it('each poll of the worker returns a shop while a webhook stream of the shop has pending events', async () => {
  const [shop, hanging] = [await stage.aShop(), await Receiver.start(() => 'never')];
  try {
    await stage.install(shop, hanging.url);
    await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await hanging.has(1);
    for (let look = 0; look < 3; look += 1) await stage.after(0);
    expect(await shopsToServe()).toContain(shop.id);
  } finally {
    await hanging.stop();
  }
});

it('a full comparison of webhook streams with event logs finds an event whose notification was lost', async () => {
  const [shop, late] = [await stage.aShop(), await Receiver.start()];
  try {
    const installed = await stage.install(shop, late.url);
    await stage.write(shop, 2);
    await until(
      'all is on record',
      async () => Number((await stage.stream(installed))?.['last_sequence']) === 2,
    );
    await until('nobody need look', async () => !(await shopsToServe()).includes(shop.id));
    await stage.database.query(
      'UPDATE shop.webhook_streams SET last_sequence = 1 WHERE installation_id = $1',
      [installed.id],
    );
    expect(await shopsToServe()).not.toContain(shop.id);
    for (let look = 0; look < 30; look += 1) await stage.after(0);
    await late.has(3);
    expect(late.sequences).toEqual([1, 2, 2]);
  } finally {
    await late.stop();
  }
});
