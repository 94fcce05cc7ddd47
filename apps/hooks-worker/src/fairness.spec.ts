import { Receiver, until, WAIT_LIMIT_MS } from '@storewright/testing';
import { Client } from 'pg';
import { Stage } from './testing/stage';

let stage: Stage;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
  // The timeout is longer than the tests, so that a hanging request keeps its slot.
  await stage.startWorker({ exchangeMs: WAIT_LIMIT_MS * 10 }, { WEBHOOKS_AT_ONCE: '20' });
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => stage.close());

async function aReceiver(reply?: Receiver['reply']): Promise<Receiver> {
  const receiver = await Receiver.start(reply);
  receivers.push(receiver);
  return receiver;
}

it("a webhook receiver that does not respond does not delay deliveries to the shop's other receivers", async () => {
  const shop = await stage.aShop();
  const hanging = await aReceiver(() => 'never');
  const stuck = await stage.install(shop, hanging.url);
  const others = await Promise.all(Array.from({ length: 12 }, () => aReceiver()));
  for (const { url } of others) await stage.install(shop, url);
  await stage.write(shop, 1);
  await hanging.has(1);
  await stage.write(shop, 24);
  await Promise.all(others.map((receiver) => receiver.has(25)));
  const inOrder = Array.from({ length: 25 }, (_, at) => at + 1);
  for (const { sequences } of others) expect(sequences).toEqual(inOrder);
  expect(hanging.received).toHaveLength(1);
  expect(await stage.stream(stuck)).toMatchObject({ attempts: 0, last_sequence: '0' });
});

it("an app whose receivers never respond uses at most a tenth of the worker's concurrent deliveries", async () => {
  const hanging = await aReceiver(() => 'never');
  const shops = await Promise.all(Array.from({ length: 22 }, () => stage.aShop()));
  const [first, ...rest] = shops;
  const app = await stage.install(first!, hanging.url);
  for (const shop of rest) await stage.install(shop, null, { app });
  for (const shop of shops) await stage.write(shop, 1);
  await hanging.has(2);
  const other = await aReceiver();
  const last = shops.at(-1)!;
  await stage.install(last, other.url);
  await stage.write(last, 30);
  await other.has(30);
  expect(hanging.mostAtOnce).toBe(2);
});

it('the worker alternates between the shops of an app, so a short backlog does not wait for a long one', async () => {
  const [receiver, backlog] = [await aReceiver(), 60];
  // The app has two slots.
  const shops = await Promise.all(Array.from({ length: 3 }, () => stage.aShop()));
  const [first, ...rest] = shops;
  const app = await stage.install(first!, receiver.url);
  for (const shop of rest) await stage.install(shop, null, { app });
  // The backlog is long enough for every shop to use up its turn.
  await stage.writeAtOnce(shops, backlog);
  await receiver.has(shops.length * backlog);
  const order = receiver.received.map(({ body }) => body.shop.id);
  const begins = shops.map(({ id }) => order.indexOf(id));
  const ends = shops.map(({ id }) => order.lastIndexOf(id));
  expect(Math.max(...begins)).toBeLessThan(Math.min(...ends));
});

it("an app gets at most a tenth of the worker's concurrent deliveries when many of its shops have events", async () => {
  const [hanging, other] = [await aReceiver(() => 'never'), await aReceiver()];
  const shops = await Promise.all(Array.from({ length: 8 }, () => stage.aShop()));
  const [first, ...rest] = shops;
  const app = await stage.install(first!, hanging.url);
  for (const shop of rest) await stage.install(shop, null, { app });
  const last = await stage.aShop();
  await stage.install(last, other.url);
  for (const shop of [...shops, last]) await stage.write(shop, 1, 'shops.updated');
  await until('all streams are there, and nobody has any', async () => {
    return (await streams()).length === 9 && (await held()).length === 0;
  });
  // Blocks all leases until every shop has selected its streams.
  const holder = new Client({ connectionString: stage.database.administratorUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE shop.webhook_streams IN SHARE MODE');
    for (const shop of shops) await stage.write(shop, 1);
    await until('several shops ask for their streams at once', async () => (await waiting()).length > 2);
  } finally {
    await holder.end();
  }
  await hanging.has(2);
  await stage.write(last, 1);
  await other.has(1);
  for (let look = 0; look < 3; look += 1) await stage.after(0);
  expect(hanging.mostAtOnce).toBe(2);

  function streams(): Promise<object[]> {
    const ids = [...shops, last].map(({ id }) => id);
    return stage.database.query('SELECT 1 FROM shop.webhook_streams WHERE shop_id = ANY ($1)', [ids]);
  }
  function held(): Promise<object[]> {
    return stage.database.query('SELECT 1 FROM shop.webhook_streams WHERE locked_by IS NOT NULL');
  }
  function waiting(): Promise<object[]> {
    return stage.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%leased AS%'`,
    );
  }
});
