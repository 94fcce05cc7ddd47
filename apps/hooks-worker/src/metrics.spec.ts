/** @isolated because it reads the metrics of a process that has just started. */

import { Client } from 'pg';
import { countersWithoutSeries, labelValues } from '@storewright/api-testing';
import { OutdatedRows, outdatedTables } from '@storewright/retention';
import { Receiver, until } from '@storewright/testing';
import { WebhookCounts } from '@storewright/webhooks';
import { Stage } from './testing/stage';

let stage: Stage;
let receiver: Receiver;
beforeAll(async () => {
  [stage, receiver] = [await Stage.open(), await Receiver.start()];
});
afterAll(async () => {
  await receiver.stop();
  await stage.close();
});

it('GET /metrics of a new worker returns a time series for each counter, table, kind and outcome', async () => {
  const worker = await stage.startWorker();
  const { body } = await worker.inject({ url: '/metrics' });
  // Closes the worker, which would otherwise take deliveries from the worker of the next test.
  await worker.close();
  // A worker has no limits, so this counter has no series.
  expect(countersWithoutSeries(body)).toEqual(['storewright_limits_reached_total']);
  const failures = labelValues(body, 'storewright_retention_failures_total', 'table');
  expect(failures).toEqual([...outdatedTables]);
  const attempts = [
    ...body.matchAll(/^storewright_webhook_attempts_total\{kind="(\w+)",outcome="(\w+)"\} 0$/gm),
  ];
  const kinds = ['event', 'again', 'test'];
  const expected = ['delivered', 'failed'].flatMap((outcome) => kinds.map((kind) => [kind, outcome]));
  expect(attempts.map(([, kind, outcome]) => [kind, outcome])).toEqual(expected);
  expect(body).toContain('storewright_webhook_attempt_seconds_count{outcome="failed"} 0\n');
});

it('GET /metrics returns attempts, failures and the backlog, and webhook statistics count the same', async () => {
  const worker = await stage.startWorker();
  const metric = async (series: string) => {
    const { statusCode, headers, body } = await worker.inject({ url: '/metrics' });
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ]);
    const line = body.split('\n').find((each) => each.startsWith(`storewright_webhook_${series} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const attempts = (outcome: string) => metric(`attempts_total{kind="event",outcome="${outcome}"}`);
  expect(await metric('backlog_events{state="active"}')).toBe(0);
  const shop = await stage.aShop();
  const { id } = await stage.install(shop, receiver.url);
  /** Returns the statistics that the developer sees. */
  const counted = async () => {
    await worker.get(WebhookCounts, { strict: false }).count();
    const sums = (table: string) =>
      stage.database.query(
        `SELECT sum(delivered)::integer AS delivered, sum(waiting)::integer AS waiting, sum(failed)::integer AS failed,
           sum((SELECT sum(d) FROM unnest(delays) d))::integer AS timed FROM auth.${table} WHERE installation_id = $1`,
        [id],
      );
    const [hours, days] = [await sums('webhook_counts'), await sums('webhook_days')];
    expect(days).toEqual(hours);
    return days[0];
  };
  receiver.reply = ({ body }) => (body.sequence === 2 ? 500 : 204);
  await stage.write(shop, 3);
  await until('one failed', async () => (await attempts('failed')) === 1);
  expect(await attempts('delivered')).toBe(1);
  expect(await counted()).toEqual({ delivered: 1, waiting: 1, failed: 0, timed: 1 });
  expect(await metric('attempt_seconds_count{outcome="failed"}')).toBe(1);
  expect(await metric('streams_behind{state="active"}')).toBe(1);
  expect(await metric('backlog_events{state="active"}')).toBe(2);
  expect(await metric('oldest_event_age_seconds{state="active"}')).toBeGreaterThan(0);
  receiver.reply = () => 204;
  await until('it is planned', async () => {
    await stage.after(10_000);
    return (await attempts('delivered')) === 3;
  });
  await until('nothing is left', async () => (await metric('streams_behind{state="active"}')) === 0);
  expect(await metric('oldest_event_age_seconds{state="active"}')).toBe(0);
  expect(await counted()).toEqual({ delivered: 3, waiting: 0, failed: 0, timed: 3 });
});

it('daily webhook statistics equal the sum of hourly statistics, even if several workers deliver', async () => {
  const worker = await stage.startWorker();
  const counts = worker.get(WebhookCounts, { strict: false });
  const shop = await stage.aShop();
  const { id } = await stage.install(shop, receiver.url);
  receiver.reply = () => 204;
  await stage.write(shop, 1);
  const rows = (table: string) =>
    stage.database.query(`SELECT * FROM ${table} WHERE installation_id = $1`, [id]);
  const [{ created_at }] = await until('it was delivered', async () => {
    const found = await rows('shop.webhook_deliveries');
    return found[0] && (found as [{ created_at: Date }]);
  });
  /** Makes one of two workers count the deliveries, regardless of which worker sent them. */
  const count = () => {
    counts.note(shop.id, { installation_id: id, begun_at: created_at.getTime() });
    return counts.count();
  };
  await count();
  const other = new Client({ connectionString: stage.database.administratorUrl });
  await other.connect();
  await other.query('BEGIN');
  await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhook counts ' || $1, 0))`, [shop.id]);
  await other.query(
    `INSERT INTO auth.webhook_counts SELECT shop_id, installation_id,
      CASE hour WHEN day THEN hour + interval '1 hour' ELSE day END, 7, 0, 0, array_fill(0, ARRAY[13])
     FROM auth.webhook_counts JOIN auth.webhook_days USING (shop_id, installation_id) WHERE installation_id = $1`,
    [id],
  );
  const counted = count();
  await until('it waits for the other', async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
    return (await stage.database.query(waiting)).length > 0;
  });
  await other.query('COMMIT');
  await other.end();
  await counted;
  expect(await rows('auth.webhook_counts')).toHaveLength(2);
  expect(await rows('auth.webhook_days')).toMatchObject([{ delivered: 8 }]);
});

it('GET /metrics returns the number of deleted outdated rows and the time of the last deletion', async () => {
  const worker = await stage.startWorker({}, { AUDIT_RETENTION_DAYS: '30' });
  const shop = await stage.aShop();
  await stage.database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, kind, created_at) SELECT gen_random_uuid(), $1,
      'apps.installed', now() - interval '32 days' FROM generate_series(1, 3)`,
    [shop.id],
  );
  // Entries are only deleted below a signed head of their chain.
  await stage.database.query(
    `INSERT INTO auth.audit_heads (shop_id, sequence, day, hash, key_id, jws)
      SELECT shop_id, sequence, date_bin('1 day', now() - interval '32 days', to_timestamp(0)), hash, 'key', 'jws'
      FROM auth.audit_chains WHERE shop_id = $1`,
    [shop.id],
  );
  await worker.get(OutdatedRows).delete();
  const { body } = await worker.inject({ url: '/metrics' });
  expect(body).toContain('storewright_retention_removed_total{table="audit_entries"} 3\n');
  expect(body).toMatch(/storewright_retention_last_success_timestamp_seconds [1-9]/);
  expect(body).not.toMatch(/^storewright_retention_failures_total\{.*\} [1-9]/m);
});
