import { AuthDatabase, type Database, ShopDatabase } from '@storewright/database';
import { Receiver, until } from '@storewright/testing';
import { workerPace } from '@storewright/webhooks';
import { Stage } from './testing/stage';

/*
 * Receivers of one shop share database reads and records, so the cost of an event hardly depends on their
 * number.
 */
const [apps, events] = [20, 30];

let stage: Stage;
let worker: Awaited<ReturnType<Stage['startWorker']>>;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
  // Disables polling, which would send further messages.
  worker = await stage.startWorker({ pace: { ...workerPace, pollMs: 600_000 } });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await stage.close();
});

/** Counts messages on every path to the database. */
function spiesOn(asking: typeof worker) {
  return [AuthDatabase, ShopDatabase].flatMap((kind) => {
    const database = asking.get<Database>(kind, { strict: false });
    return (['query', 'execute', 'batch', 'transaction', 'of'] as const).map((way) =>
      jest.spyOn(database, way),
    );
  });
}

it(`an event for ${apps} receivers takes fewer than ${apps / 2} database messages`, async () => {
  const shop = await stage.aShop();
  for (let app = 0; app < apps; app += 1) {
    receivers.push(await Receiver.start());
    await stage.install(shop, receivers[app]!.url);
  }
  await stage.write(shop, 1);
  await Promise.all(receivers.map((receiver) => receiver.has(1)));
  await onRecord(1);
  const asked = spiesOn(worker);
  await stage.write(shop, events);
  await Promise.all(receivers.map((receiver) => receiver.has(events + 1)));
  await onRecord(events + 1);
  const messages = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  // Without sharing, twenty receivers would cause at least twenty messages each.
  expect(messages / events).toBeLessThan(apps / 2);

  async function onRecord(count: number): Promise<void> {
    await until('it is on record', async () => {
      const [row] = await stage.database.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM shop.webhook_deliveries WHERE shop_id = $1 AND status = 'delivered'`,
        [shop.id],
      );
      return row!.count === count * apps;
    });
  }
});

/** On a cluster these statements run in steps, and the shop is marked as served later. */
const onPostgres = process.env['SHOP_DATABASE_KIND'] === 'citus' ? it.skip : it;

onPostgres(
  'an event with one receiver takes four database messages: assign its number, read its receiver, ' +
    'lease the stream and its events, record the delivery',
  async () => {
    const [shop, receiver] = [await stage.aShop(), await Receiver.start()];
    receivers.push(receiver);
    await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await receiver.has(1);
    await isServed(1);
    const asked = spiesOn(worker);
    await stage.write(shop, 1);
    await receiver.has(2);
    await isServed(2);
    const ofShop = asked.flatMap(({ mock }) => mock.calls.filter(([context]) => context.shop_id === shop.id));
    expect(ofShop).toHaveLength(4);

    /** Waits until polls no longer find the shop. */
    async function isServed(events: number): Promise<void> {
      await until('nobody in the shop is behind', async () => {
        const [row] = await stage.database.query<{ last: string; to_serve: boolean }>(
          'SELECT last_sequence AS last, to_serve FROM shop.event_streams WHERE shop_id = $1',
          [shop.id],
        );
        return Number(row!.last) === events && !row!.to_serve;
      });
    }
  },
);

it('the worker sends at most four events to a receiver before it records the first delivery', async () => {
  const [shop, receiver] = [await stage.aShop(), await Receiver.start()];
  receivers.push(receiver);
  await stage.install(shop, receiver.url);
  const database = worker.get<ShopDatabase>(ShopDatabase, { strict: false });
  const { batch } = database;
  let written: () => void = () => undefined;
  const mayBeWritten = new Promise<void>((done) => (written = done));
  jest.spyOn(database, 'batch').mockImplementation(async (context, statements, how) => {
    if (statements.some(({ name }) => name === 'webhook-taken')) await mayBeWritten;
    return batch.call(database, context, statements, how);
  });
  const sequences = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  await stage.write(shop, 12);
  await receiver.has(4);
  for (let look = 0; look < 3; look += 1) await stage.after(0);
  expect(receiver.sequences).toEqual(sequences(4));
  written();
  await receiver.has(12);
  expect(receiver.sequences).toEqual(sequences(12));
});
