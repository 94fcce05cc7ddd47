import { OutdatedRows } from '@storewright/retention';
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

it('an operator sees attempts, failures, the backlog and the age of what is oldest in it, and a developer what was delivered and what waits', async () => {
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
  /** As their developer is told of them. */
  const counted = async () => {
    await worker.get(WebhookCounts, { strict: false }).count();
    const text = `SELECT sum(delivered)::integer AS delivered, sum(waiting)::integer AS waiting, sum(failed)::integer AS failed,
      sum((SELECT sum(d) FROM unnest(delays) d))::integer AS timed FROM auth.webhook_counts WHERE installation_id = $1`;
    return (await stage.database.query(text, [id]))[0];
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

it('an operator sees what was removed because it was over, and when', async () => {
  const worker = await stage.startWorker({}, { AUDIT_RETENTION_DAYS: '30' });
  const shop = await stage.aShop();
  await stage.database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, kind, created_at) SELECT gen_random_uuid(), $1, 'apps.installed', now() - interval '31 days' FROM generate_series(1, 3)`,
    [shop.id],
  );
  await worker.get(OutdatedRows).remove();
  const { body } = await worker.inject({ url: '/metrics' });
  expect(body).toContain('storewright_retention_removed_total{table="audit_entries"} 3\n');
  expect(body).toMatch(/storewright_retention_last_success_timestamp_seconds [1-9]/);
  expect(body).not.toContain('storewright_retention_failures_total{');
});
