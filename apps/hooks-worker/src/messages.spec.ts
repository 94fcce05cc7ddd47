import { AuthDatabase, type Database, ShopDatabase } from '@storewright/database';
import { Receiver, until } from '@storewright/testing';
import { Stage } from './testing/stage';

/* What many receivers of one shop get is read once and put on record together: what an event costs does not grow with each of them. */
const [apps, events] = [20, 30];

let stage: Stage;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await stage.close();
});

it(`an event to ${apps} receivers is a few messages to the database, not one for each`, async () => {
  const worker = await stage.startWorker();
  const shop = await stage.aShop();
  for (let app = 0; app < apps; app += 1) {
    receivers.push(await Receiver.start());
    await stage.install(shop, receivers[app]!.url);
  }
  await stage.write(shop, 1);
  await Promise.all(receivers.map((receiver) => receiver.has(1)));
  await onRecord(1);
  const asked = [AuthDatabase, ShopDatabase].flatMap((kind) => {
    const database = worker.get<Database>(kind, { strict: false });
    return (['query', 'execute', 'batch', 'transaction', 'of'] as const).map((way) =>
      jest.spyOn(database, way),
    );
  });
  await stage.write(shop, events);
  await Promise.all(receivers.map((receiver) => receiver.has(events + 1)));
  await onRecord(events + 1);
  const messages = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  // Twenty receivers had at least twenty each while every delivery was a message of its own.
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
