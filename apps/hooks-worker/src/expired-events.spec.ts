import { whileRowsAreHeld } from '@storewright/api-testing';
import { RETENTION_MS } from '@storewright/events';
import { Receiver, type TestShop, until } from '@storewright/testing';
import { Retention } from '@storewright/webhooks';
import { type Installed, Stage } from './testing/stage';

/*
 * Events are deleted from the log after 30 days even if they were not delivered. Each loss must be reported
 * (docs/contract.md §6). Only the test advances the clock.
 */
const day = 24 * 3_600_000;

let stage: Stage;
let receiver: Receiver;
beforeEach(async () => {
  stage = await Stage.open();
  receiver = await Receiver.start(() => 410);
});
afterEach(async () => {
  await receiver.stop();
  await stage.close();
});

type Worker = Awaited<ReturnType<Stage['startWorker']>>;

/** Starts a worker and installs an app whose stream is paused and has undelivered events. */
async function aPausedApp(count: number, given?: Parameters<Stage['install']>[2]) {
  const worker = await stage.startWorker();
  const shop = await stage.aShop();
  const installed = await stage.install(shop, receiver.url, given);
  await stage.write(shop, count);
  await until('it is paused', async () => (await stage.stream(installed))?.['state'] === 'paused');
  return { worker, shop, installed };
}

/**
 * Advances the clock by `ms` in steps of half a day. Cleans the log after each step, because a retention run
 * after a longer gap deletes nothing. The clock never goes back, because the worker keeps running.
 */
async function clearAfter(worker: Worker, ms: number): Promise<void> {
  let left = ms;
  do {
    stage.clock.advance(Math.min(left, day / 2));
    await worker.get(Retention, { strict: false }).clear();
    left -= day / 2;
  } while (left > 0);
}

/** Changes the times of the events. Citus cannot compute the times in an UPDATE. */
async function postpone(shop: TestShop, sequences: readonly number[], days: number): Promise<void> {
  for (const sequence of sequences) {
    const of = [shop.id, sequence];
    const [event] = await stage.database.query<{ at: string }>(
      'SELECT (occurred_at + make_interval(days => $3))::text AS at FROM shop.events WHERE shop_id = ' +
        '$1 AND sequence = $2',
      [...of, days],
    );
    await stage.database.query(
      'UPDATE shop.events SET occurred_at = $3::timestamptz WHERE shop_id = $1 AND sequence = $2',
      [...of, event!.at],
    );
  }
}

const told = ({ app }: Installed, kind: string) =>
  stage.database.query<{ shop_id: string; owner_id: string; detail: Record<string, unknown> }>(
    'SELECT shop_id, owner_id, detail FROM auth.audit_entries WHERE app_id = $1 AND kind = $2 ORDER BY id',
    [app, kind],
  );

it('the worker notifies owner and developer once, three days before an undelivered event expires', async () => {
  const { worker, shop, installed } = await aPausedApp(2);
  await clearAfter(worker, RETENTION_MS - 3 * day - 60_000);
  expect(await told(installed, 'webhooks.expiring')).toEqual([]);
  for (const further of [120_000, day]) await clearAfter(worker, further);
  const entries = await told(installed, 'webhooks.expiring');
  expect(entries.map(({ shop_id, owner_id }) => [shop_id, owner_id])).toEqual([
    [shop.id, null],
    [null, installed.developer],
  ]);
  const [first] = await stage.database.query<{ at: string; end: string; since: string }>(
    `SELECT to_char(e.occurred_at, $2) AS at, to_char(e.occurred_at + interval '30 days', $2) AS end,
      to_char(s.failing_since, $2) AS since
     FROM shop.events e JOIN shop.webhook_streams s ON s.shop_id = e.shop_id WHERE e.shop_id = $1 AND e.sequence = 1`,
    [shop.id, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'],
  );
  const detail = {
    installation_id: installed.id,
    failing_since: first!.since,
    oldest_waiting_at: first!.at,
    kept_until: first!.end,
  };
  expect(entries[0]!.detail).toEqual(detail);
  expect(entries[1]!.detail).toEqual({ ...detail, shop_id: shop.id });
  expect(await told(installed, 'webhooks.expired')).toEqual([]);
});

it('the worker reports the number and range of lost events and continues with the oldest stored event', async () => {
  const { worker, shop, installed } = await aPausedApp(3);
  await stage.write(shop, 1, 'meta.updated');
  await stage.write(shop, 2, 'shops.updated');
  await until('all have their numbers', async () => {
    const [row] = await stage.database.query(
      'SELECT last_sequence FROM shop.event_streams WHERE shop_id = $1',
      [shop.id],
    );
    return Number(row?.['last_sequence']) === 6;
  });
  await postpone(shop, [4, 5, 6], 10);
  for (const further of [RETENTION_MS + day, 60_000]) await clearAfter(worker, further);
  const entries = await told(installed, 'webhooks.expired');
  expect(entries.map(({ shop_id, owner_id }) => [shop_id, owner_id])).toEqual([
    [shop.id, null],
    [null, installed.developer],
  ]);
  expect(entries[0]!.detail).toMatchObject({
    ...{ installation_id: installed.id, lost: 3, first_sequence: 1, through_sequence: 3 },
    failing_since: expect.stringMatching(/Z$/) as string,
  });
  // No deleted event is pending. A stored event may have been attempted already.
  const waiting = await stage.database.query(
    'SELECT 1 FROM shop.webhook_deliveries WHERE shop_id = $1 AND sequence <= 3',
    [shop.id],
  );
  expect(waiting).toEqual([]);
  expect(await stage.stream(installed)).toMatchObject({ state: 'paused', last_sequence: '3' });
  receiver.reply = () => 204;
  await until('it goes on', async () => {
    // Advances the clock repeatedly, because a running attempt schedules the next attempt when it fails.
    await stage.after(2 * 3_600_000);
    return (await stage.stream(installed))?.['state'] === 'active';
  });
  expect([...new Set(receiver.sequences)]).toEqual([1, 4]);
});

it('the worker deletes a pending webhook delivery if the event expires during a delivery attempt', async () => {
  const { worker, installed } = await aPausedApp(3);
  const tried = receiver.received.length;
  receiver.reply = () => 'never';
  await stage.after(2 * 3_600_000);
  await receiver.has(tried + 1);
  await clearAfter(worker, RETENTION_MS + day);
  expect(await told(installed, 'webhooks.expired')).toHaveLength(2);
  await receiver.stop();
  const stream = await until('the attempt is on record', async () => {
    const row = await stage.stream(installed);
    return row?.['locked_by'] === null && row;
  });
  // The failure belongs to the lost event and does not count for the next event.
  expect(stream).toMatchObject({ state: 'paused', attempts: 1, last_sequence: '3', delivery_id: null });
  const rows = (table: string) =>
    stage.database.query(`SELECT 1 FROM shop.${table} WHERE shop_id = $1`, [stream['shop_id']]);
  expect([await rows('webhook_deliveries'), await rows('webhook_attempts')]).toEqual([[], []]);
});

it('the worker ignores lost events whose type the app does not subscribe to', async () => {
  const { worker, shop, installed } = await aPausedApp(1, { events: ['meta.created'] });
  await stage.write(shop, 2, 'meta.deleted');
  receiver.reply = () => 204;
  await stage.after(2 * 3_600_000);
  await until('it goes on', async () => (await stage.stream(installed))?.['state'] === 'active');
  receiver.reply = () => 410;
  await clearAfter(worker, RETENTION_MS + day);
  for (const kind of ['webhooks.expiring', 'webhooks.expired'])
    expect(await told(installed, kind)).toEqual([]);
});

it('the worker warns again about expiring events if a delivery succeeded after the first warning', async () => {
  const { worker, shop, installed } = await aPausedApp(1);
  await clearAfter(worker, RETENTION_MS - 2 * day);
  receiver.reply = () => 204;
  await stage.after(2 * 3_600_000);
  await until('it goes on', async () => (await stage.stream(installed))?.['state'] === 'active');
  receiver.reply = () => 410;
  await stage.write(shop, 1);
  await until('it is paused', async () => (await stage.stream(installed))?.['state'] === 'paused');
  await clearAfter(worker, 0);
  expect(await told(installed, 'webhooks.expiring')).toHaveLength(4);
});

it.each([
  ['ten days later are announced by a separate warning', 10, 4],
  ['a day later are covered by the earlier warning', 1, 2],
])('after a report about lost events, events that expire %s', async (_, daysLater, entries) => {
  const { worker, shop, installed } = await aPausedApp(2);
  await postpone(shop, [2], daysLater);
  await clearAfter(worker, RETENTION_MS + day / 4);
  expect(await told(installed, 'webhooks.expired')).toHaveLength(2);
  await clearAfter(worker, (daysLater - 1) * day + day / 4);
  expect(await told(installed, 'webhooks.expiring')).toHaveLength(entries);
  expect(await told(installed, 'webhooks.expired')).toHaveLength(2);
});

it('the worker reports lost events of a suspended shop', async () => {
  const worker = await stage.startWorker();
  const shop = await stage.aShop();
  const installed = await stage.install(shop, receiver.url);
  await stage.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
  await stage.write(shop, 2);
  await until('they are held', async () => Boolean((await stage.stream(installed))?.['next_attempt_at']));
  await clearAfter(worker, RETENTION_MS + day);
  expect((await told(installed, 'webhooks.expired'))[0]!.detail).toEqual({
    ...{ installation_id: installed.id, failing_since: null },
    ...{ lost: 2, first_sequence: 1, through_sequence: 2 },
  });
});

it('two workers that delete the same expired events concurrently report the loss once', async () => {
  const { worker, installed } = await aPausedApp(1);
  const other = await stage.startWorker();
  await Promise.all([clearAfter(worker, RETENTION_MS + day), clearAfter(other, 0)]);
  expect(await told(installed, 'webhooks.expired')).toHaveLength(2);
});

it('the worker deletes stored responses for Idempotency-Keys after a day, even without new writes', async () => {
  const { worker, shop } = await aPausedApp(1);
  await stage.database.query(
    `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at)
     SELECT $1, gen_random_uuid(), 'a key', 'a digest', '{}', now() - make_interval(hours => hours)
       FROM unnest(ARRAY[23, 25]) AS hours`,
    [shop.id],
  );
  await clearAfter(worker, 0);
  const left = await stage.database.query<{ hours: number }>(
    'SELECT round(extract(epoch FROM now() - created_at) / 3600)::integer AS hours FROM shop.idempotency_keys',
  );
  expect(left).toEqual([{ hours: 23 }]);
});

it('the worker deletes expired responses for Idempotency-Keys and skips locked rows', async () => {
  const { worker, shop } = await aPausedApp(1);
  await stage.database.query(
    `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at)
     SELECT $1, gen_random_uuid(), key, '', '{}', now() - interval '25 hours'
       FROM unnest(ARRAY['held', 'free']) AS key`,
    [shop.id],
  );
  const keys = async () =>
    (
      await stage.database.query<{ key: string }>(
        'SELECT key FROM shop.idempotency_keys WHERE shop_id = $1',
        [shop.id],
      )
    ).map(({ key }) => key);
  const lock = {
    text: `SELECT 1 FROM shop.idempotency_keys WHERE shop_id = $1 AND key = 'held' FOR UPDATE`,
    values: [shop.id],
  };
  await whileRowsAreHeld(stage.database, lock, () => clearAfter(worker, 0));
  expect(await keys()).toEqual(['held']);
  await clearAfter(worker, 0);
  expect(await keys()).toEqual([]);
});

it('the worker deletes the stream of an uninstalled app together with its last stored delivery', async () => {
  const { worker, installed } = await aPausedApp(1);
  await clearAfter(worker, RETENTION_MS - day);
  await stage.database.query(`UPDATE shop.webhook_streams SET state = 'ended' WHERE installation_id = $1`, [
    installed.id,
  ]);
  await stage.database.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE id = $1`, [
    installed.id,
  ]);
  await clearAfter(worker, 0);
  expect(await stage.stream(installed)).toMatchObject({ state: 'ended' });
  await stage.database.query(
    `UPDATE shop.webhook_deliveries SET status = 'failed' WHERE installation_id = $1`,
    [installed.id],
  );
  await clearAfter(worker, 2 * day);
  expect(await stage.stream(installed)).toBeUndefined();
});
