import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RETENTION_MS } from '@storewright/events';
import { Receiver, until } from '@storewright/testing';
import { Retention } from '@storewright/webhooks';
import { Client } from 'pg';
import { Stage } from './testing/stage';

/*
 * A broken item is skipped, counted and reported, and is processed after its repair. It never blocks other
 * items.
 */
let stage: Stage;
const receivers: Receiver[] = [];
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  await stage.close();
});
async function aReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start();
  receivers.push(receiver);
  return receiver;
}

async function skipped(worker: NestFastifyApplication, kind: string): Promise<number> {
  const { body } = await worker.inject({ url: '/metrics' });
  const line = body
    .split('\n')
    .find((each) => each.startsWith(`storewright_webhook_skipped_total{kind="${kind}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

it('an undecryptable webhook secret blocks only its own app, which gets all events after the repair', async () => {
  const shop = await stage.aShop();
  const [one, other] = [await aReceiver(), await aReceiver()];
  const held = await stage.install(shop, one.url);
  await stage.install(shop, other.url);
  const worker = await stage.startWorker();
  const [row] = await stage.database.query<{ sealed: string }>(
    `WITH before AS (SELECT sealed FROM auth.webhook_secrets WHERE app_id = $1)
     UPDATE auth.webhook_secrets s SET sealed = 'lost.' || s.sealed FROM before WHERE s.app_id = $1
       RETURNING before.sealed`,
    [held.app],
  );
  await stage.write(shop, 3);
  await other.has(3);
  await until('it is counted', async () => (await skipped(worker, 'unreadable_secret')) > 0);
  expect(one.received).toEqual([]);
  await stage.database.query('UPDATE auth.webhook_secrets SET sealed = $2 WHERE app_id = $1', [
    held.app,
    row!.sealed,
  ]);
  await one.has(3);
  expect(one.sequences).toEqual([1, 2, 3]);
});

it('the worker leaves an invalid event in the outbox of the auth database and transfers all other events', async () => {
  const shop = await stage.aShop();
  const worker = await stage.startWorker();
  const event = async (resource: string, resource_id: string = randomUUID()) => {
    await stage.database.query(
      `INSERT INTO auth.event_outbox (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       VALUES ($1, $2, 'shops.updated', 'shops', $3, $4, '{}', clock_timestamp())`,
      [shop.id, randomUUID(), resource_id, resource],
    );
  };
  const good = JSON.stringify({ type: 'shops', id: shop.id, links: { self: '/api/shops' } });
  await event(good, 'first');
  await event('no JSON at all');
  await event('{"links":null}');
  await event(good, 'last');
  const logged = async () => {
    const rows = await stage.database.query<{ resource_id: string }>(
      'SELECT resource_id FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at',
      [shop.id],
    );
    return rows.map(({ resource_id }) => resource_id);
  };
  await until('the others are there', async () => (await logged()).length === 2);
  expect(await logged()).toEqual(['first', 'last']);
  await until('they are counted', async () => (await skipped(worker, 'refused_event')) === 2);
  const left = 'SELECT refused_at IS NOT NULL AS refused FROM auth.event_outbox WHERE shop_id = $1';
  expect(await stage.database.query(left, [shop.id])).toEqual([{ refused: true }, { refused: true }]);
  // A second poll finds no pending events and counts no error.
  expect(await stage.database.query('SELECT auth.shops_to_relay()')).toEqual([]);
});

it('a locked row delays the redaction of personal data only in the shop of the row', async () => {
  const shops = [await stage.aShop(), await stage.aShop(), await stage.aShop()];
  await stage.database.query(
    `ALTER ROLE storewright_hooks IN DATABASE ${await nameOf(stage)} SET lock_timeout = '50ms'`,
  );
  const worker = await stage.startWorker();
  for (const shop of shops) await stage.write(shop, 2);
  const events = async () => {
    const rows = await stage.database.query<{ shop_id: string; count: number }>(
      `SELECT shop_id, count(*)::integer FROM shop.events WHERE sequence IS NOT NULL GROUP BY shop_id`,
    );
    return shops.map(({ id }) => rows.find(({ shop_id }) => shop_id === id)?.count ?? 0);
  };
  await until('all have their numbers', async () => (await events()).every((count) => count === 2));
  const locking = new Client({ connectionString: stage.database.administratorUrl });
  await locking.connect();
  await locking.query('BEGIN');
  await locking.query('SELECT FROM shop.event_streams WHERE shop_id = $1 FOR UPDATE', [shops[1]!.id]);
  stage.clock.advance(RETENTION_MS + 3_600_000);
  // Records retention runs without a pause, so that the next run deletes rows.
  await stage.database.query('UPDATE auth.retention_runs SET seen = $1, reached = $1', [
    new Date(stage.clock.now()),
  ]);
  await worker.get(Retention, { strict: false }).clear();
  expect(await events()).toEqual([0, 2, 0]);
  expect(await skipped(worker, 'uncleared_shop')).toBe(1);
  await locking.end();
  await worker.get(Retention, { strict: false }).clear();
  expect(await events()).toEqual([0, 0, 0]);
});

async function nameOf({ database }: Stage): Promise<string> {
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name');
  return row!.name;
}
