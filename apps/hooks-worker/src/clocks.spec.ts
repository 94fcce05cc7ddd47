import { OutdatedRows } from '@storewright/retention';
import { Receiver } from '@storewright/testing';
import { Retention } from '@storewright/webhooks';
import { Stage } from './testing/stage';

const fiveMinutes = 5 * 60_000;

it('a worker with a wrong system clock uses the database time in webhooks and reports the clock offset', async () => {
  const [stage, receiver] = [await Stage.open(), await Receiver.start()];
  const real = Date.now.bind(Date);
  const wrong = jest.spyOn(Date, 'now').mockImplementation(() => real() + fiveMinutes);
  try {
    const worker = await stage.startWorker({ clock: undefined });
    const shop = await stage.aShop();
    await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await receiver.has(1);
    const sent = Number(receiver.received[0]!.headers['webhook-timestamp']) * 1000;
    expect(Math.round((real() - sent) / fiveMinutes)).toBe(0);
    const { body } = await worker.inject({ url: '/metrics' });
    const [, seconds] = /^storewright_clock_offset_seconds (\S+)$/m.exec(body)!;
    expect(Math.round((Number(seconds) * 1000) / fiveMinutes)).toBe(-1);
  } finally {
    wrong.mockRestore();
    await receiver.stop();
    await stage.close();
  }
});

const days31 = 31 * 24 * 60 * 60_000;

/** Inserts one row that is 31 days old into every table that the worker cleans by age alone. */
async function oldRows({ database }: Stage, shop_id: string): Promise<void> {
  await database.query(
    `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
     SELECT $1, gen_random_uuid(), n, 'meta.created', 'meta', n, '{}', '{}', now() - interval '31 days'
       FROM generate_series(1, 5) n`,
    [shop_id],
  );
  await database.query('INSERT INTO shop.event_streams (shop_id, last_sequence) VALUES ($1, 5)', [shop_id]);
  await database.query(
    `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at)
     SELECT $1, gen_random_uuid(), 'k', 'd', '{}', now() - interval '31 days' FROM generate_series(1, 5)`,
    [shop_id],
  );
  await database.query(
    `INSERT INTO auth.passkey_challenges (digest, rp_id, expires_at)
     SELECT sha256(n::text::bytea), 'localhost', now() - interval '31 days' FROM generate_series(1, 5) n`,
  );
}

it('the worker deletes nothing if the database clock is 31 days ahead, and a metric shows the reason', async () => {
  const stage = await Stage.open();
  const real = Date.now.bind(Date);
  const worker = await stage.startWorker({ clock: undefined });
  const { id } = await stage.aShop();
  await oldRows(stage, id);
  const counts = async () => {
    const [row] = await stage.database.query<{ counts: number[] }>(
      `SELECT ARRAY[(SELECT count(*) FROM shop.events WHERE shop_id = $1),
        (SELECT count(*) FROM shop.idempotency_keys WHERE shop_id = $1),
         (SELECT count(*) FROM auth.passkey_challenges)]::integer[] AS counts`,
      [id],
    );
    return row!.counts;
  };
  const runAll = async () => {
    await worker.get(Retention, { strict: false }).clear();
    await worker.get(OutdatedRows, { strict: false }).delete();
  };
  const stopped = async () =>
    (await worker.inject({ url: '/metrics' })).body.match(/^storewright_retention_stopped.* 1$/gm);
  const wrong = jest.spyOn(Date, 'now').mockImplementation(() => real() - days31);
  try {
    await runAll();
    expect(await counts()).toEqual([5, 5, 5]);
    expect(await stopped()).toEqual([
      'storewright_retention_stopped{data="auth",reason="clocks"} 1',
      'storewright_retention_stopped{data="shop",reason="clocks"} 1',
    ]);
    wrong.mockRestore();
    await runAll();
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await stopped()).toBeNull();
  } finally {
    wrong.mockRestore();
    await stage.close();
  }
});
