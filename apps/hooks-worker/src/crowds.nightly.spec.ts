import { randomUUID } from 'node:crypto';
import { AuthDatabase } from '@storewright/database';
import { Receiver, until } from '@storewright/testing';
import { firstPage, WebhookReceivers } from '@storewright/webhooks';
import { type Installed, Stage } from './testing/stage';

/* The shop has more than one page of installations, and a long event log before the first delivery. */
const mostAtOnce = 1_000;
const [installations, logged] = [2_500, 20_000];

let stage: Stage;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await stage.close();
});

it(`a shop with ${installations} installations and ${logged} events gets its webhooks in order`, async () => {
  const shop = await stage.aShop();
  const live: Installed[] = [];
  for (const place of ['00', '7f', 'ff']) {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    live.push(await stage.install(shop, receiver.url, { events: ['meta.created'] }));
    const id = place + randomUUID().slice(2);
    await stage.database.query('UPDATE auth.installations SET id = $2 WHERE id = $1', [live.at(-1)!.id, id]);
    live.at(-1)!.id = id;
  }
  await crowd(shop.id, live[0]!.developer);
  await log(shop.id);
  const worker = await stage.startWorker();
  const read = jest.spyOn(worker.get(WebhookReceivers, { strict: false }), 'read');
  for (let count = 0; count < 3; count += 1) await stage.write(shop, 1);
  await Promise.all(receivers.map((receiver) => receiver.has(3)));
  const numbers = [1, 2, 3].map((at) => logged + at);
  for (const { sequences } of receivers) expect(sequences).toEqual(numbers);
  await until('everybody has a stream, at the end of the log', async () => {
    const [row] = await stage.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM shop.webhook_streams WHERE shop_id = $1 AND last_sequence = $2',
      [shop.id, numbers.at(-1)],
    );
    return row!.count === installations + live.length;
  });
  // Each statement covers a limited number of events, so that no statement reaches the statement timeout.
  const pages = await Promise.all(
    read.mock.results.map(({ value }) => value as ReturnType<WebhookReceivers['read']>),
  );
  expect(Math.max(...pages.map(({ byInstallation }) => byInstallation.size))).toBe(mostAtOnce);
});

it('WebhookReceivers reads the receivers once for concurrent tasks, and again after a change', async () => {
  const shop = await stage.aShop();
  const app = await stage.install(shop, 'http://localhost/');
  const worker = await stage.startWorker();
  const receivers = worker.get(WebhookReceivers, { strict: false });
  const execute = jest.spyOn(worker.get(AuthDatabase, { strict: false }), 'execute');
  const reads = () => execute.mock.calls.filter(([{ shop_id }]) => shop_id === shop.id).length;
  const page = { id: shop.id, after: firstPage };
  const ask = () => Promise.all(Array.from({ length: 100 }, async () => receivers.of(page)));
  const before = ask();
  await stage.database.query('DELETE FROM auth.installations WHERE id = $1', [app.id]);
  receivers.forget({ shop_id: shop.id });
  const [after] = await Promise.all([ask(), before]);
  expect(reads()).toBe(2);
  // Reads that start after the change return the change.
  expect(new Set(after.map(({ byInstallation }) => byInstallation.size))).toEqual(new Set([0]));
});

it('a new webhook stream starts close to the installation time of its app and skips older events', async () => {
  const [shop, receiver] = [await stage.aShop(), await Receiver.start(() => 'never')];
  receivers.push(receiver);
  await log(shop.id);
  await stage.database.query(
    `UPDATE shop.events SET occurred_at = now() - interval '2 days' WHERE shop_id = $1`,
    [shop.id],
  );
  const installed = await stage.install(shop, receiver.url);
  await stage.write(shop, 1);
  await receiver.has(1);
  expect(receiver.sequences).toEqual([logged + 1]);
  const place = Number((await stage.stream(installed))?.['last_sequence']);
  expect([place > logged - 100, place <= logged]).toEqual([true, true]);
});

/** Installs apps that receive no events, before the first event. */
async function crowd(shop_id: string, developer: string): Promise<void> {
  await stage.database.query(
    `WITH made AS (
       INSERT INTO auth.apps (id, owner_id, name, install_url, scopes)
       SELECT gen_random_uuid(), $2, 'one of many', 'http://localhost/', '{meta.get}' FROM generate_series(1,
         $3) RETURNING id
     )
     INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
     SELECT $1, gen_random_uuid(), id, '{meta.get}', 'installed', now() - interval '1 year' FROM made`,
    [shop_id, developer, installations],
  );
}

/** Inserts numbered events that no app subscribes to. */
async function log(shop_id: string): Promise<void> {
  await stage.database.query(
    `WITH log AS (INSERT INTO shop.event_streams (shop_id, last_sequence, to_serve) VALUES ($1, $2, true))
     INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
     SELECT $1, gen_random_uuid(), n, 'shops.updated', 'shops', 'x', '{}', '{}',
       clock_timestamp() FROM generate_series(1, $2::integer) n`,
    [shop_id, logged],
  );
}
