import { Receiver, until } from '@storewright/testing';
import { Webhook } from 'standardwebhooks';
import { Stage } from './testing/stage';

let stage: Stage;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
  await stage.startWorker();
});
afterAll(() => stage.close());
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));

async function aReceiver(reply?: Receiver['reply']): Promise<Receiver> {
  const receiver = await Receiver.start(reply);
  receivers.push(receiver);
  return receiver;
}

const hour = 3_600_000;

it('the worker delivers events in the format of Standard Webhooks and docs/contract.md', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver()];
  const installed = await stage.install(shop, receiver.url);
  // A restored log has a greater epoch.
  await stage.database.query(
    'INSERT INTO shop.event_streams (shop_id, last_sequence, epoch) VALUES ($1, 0, 7)',
    [shop.id],
  );
  const [id] = await stage.write(shop, 1);
  await receiver.has(1);
  const { headers, text, body } = receiver.received[0]!;
  // The test clock does not advance. The library accepts a difference of five minutes.
  expect(new Webhook(installed.secret).verify(text, headers as Record<string, string>)).toEqual(body);
  expect(headers).toMatchObject({
    'webhook-id': id,
    'content-type': 'application/json',
    'user-agent': 'Storewright-Webhooks/1',
  });
  expect(headers).not.toHaveProperty('webhook-evil');
  expect(body).toEqual({
    type: 'meta.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
    data: { type: 'meta', id, attributes: { data: { note: 'a\r\nwebhook-evil: 1 ü' } } },
    changed: [],
    shop,
    sequence: 1,
    epoch: 7,
  });
  expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data', 'changed', 'shop', 'sequence', 'epoch']);
});

it('the worker records request and response of a delivery exactly, including special characters', async () => {
  const body = `it's "taken" \\ {a,NULL} $1\n\t\u2028 ü 🎉 \0`;
  const [shop, receiver] = [await stage.aShop(), await aReceiver(() => ({ status: 201, body }))];
  const { url } = receiver;
  await stage.install(shop, url);
  const [id] = await stage.write(shop, 1);
  const read = `SELECT d.event_id, d.event_type, d.sequence::integer, d.status, d.attempts, a.attempt, a.url,
                 a.request_headers::text AS headers,
      a.status AS answered, a.duration_ms >= 0 AS lasted, a.answer, a.error, a.attempted_at = d.created_at AS begins
    FROM shop.webhook_deliveries d JOIN shop.webhook_attempts a ON a.shop_id = d.shop_id
      AND a.delivery_id = d.id WHERE d.shop_id = $1`;
  const [record] = await until('it is on record', async () => {
    const rows = await stage.database.query<Record<string, unknown>>(read, [shop.id]);
    return rows.length > 0 && rows;
  });
  const { headers, ...others } = record!;
  expect(others).toEqual({
    ...{
      event_id: id,
      event_type: 'meta.created',
      sequence: 1,
      status: 'delivered',
      attempts: 1,
      attempt: 1,
    },
    ...{ url, answered: 201, lasted: true, answer: body.replace('\0', '\ufffd'), error: null, begins: true },
  });
  const sent = receiver.received[0]!.headers;
  const names = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  expect(JSON.parse(String(headers))).toEqual(Object.fromEntries(names.map((name) => [name, sent[name]])));
});

it('the worker delivers all events of a shop once and in order', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver()];
  await stage.install(shop, receiver.url);
  await stage.write(shop, 35);
  await receiver.has(35);
  expect(receiver.sequences).toEqual(Array.from({ length: 35 }, (_, at) => at + 1));
});

it("the worker delivers only events of the app's shop that the app subscribes to and may read", async () => {
  const [shop, other] = [await stage.aShop(), await stage.aShop()];
  const [all, deleted, blind, foreign] = [
    await aReceiver(),
    await aReceiver(),
    await aReceiver(),
    await aReceiver(),
  ];
  await stage.install(shop, all.url);
  await stage.install(shop, deleted.url, { events: ['meta.deleted'] });
  const nothing = await stage.install(shop, blind.url, { scopes: ['meta.post'] });
  await stage.install(other, foreign.url);
  await stage.write(shop, 3);
  await stage.write(shop, 1, 'meta.deleted');
  await all.has(4);
  await deleted.has(1);
  expect(deleted.sequences).toEqual([4]);
  await until(
    'the one who receives nothing is passed by',
    async () => Number((await stage.stream(nothing))?.['last_sequence']) === 4,
  );
  expect([blind.received, foreign.received]).toEqual([[], []]);
});

it('a rejected event blocks only the installation that rejected it, until a retry succeeds', async () => {
  const shop = await stage.aShop();
  const healthy = await aReceiver();
  const sick = await aReceiver(({ body }) => (body.sequence === 2 ? 500 : 204));
  const [, installed] = [await stage.install(shop, healthy.url), await stage.install(shop, sick.url)];
  await stage.write(shop, 5);
  await healthy.has(5);
  await sick.has(2);
  for (const [attempt, wait] of [5_000, 30_000, 120_000].entries()) {
    await until('it is planned', async () => (await stage.stream(installed))?.['attempts'] === attempt + 1);
    await stage.after(wait);
    await sick.has(attempt + 3);
  }
  expect(sick.sequences).toEqual([1, 2, 2, 2, 2]);
  sick.reply = () => 204;
  await until('it is planned', async () => (await stage.stream(installed))?.['attempts'] === 4);
  await stage.after(10 * 60_000);
  await sick.has(9);
  expect(sick.sequences).toEqual([1, 2, 2, 2, 2, 2, 3, 4, 5]);
  expect(new Set(sick.received.slice(1, 6).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const attempts = await stage.database.query(
    `SELECT a.attempt, a.status, d.status AS delivery FROM shop.webhook_attempts a
      JOIN shop.webhook_deliveries d ON d.shop_id = a.shop_id AND d.id = a.delivery_id
     WHERE d.installation_id = $1 AND d.sequence = 2 ORDER BY attempt`,
    [installed.id],
  );
  expect(attempts).toEqual(
    [500, 500, 500, 500, 204].map((status, at) => ({ attempt: at + 1, status, delivery: 'delivered' })),
  );
});

it('after three days of failures, the worker pauses the stream, sends notifications and retries hourly', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver(() => 503)];
  const installed = await stage.install(shop, receiver.url);
  await stage.database.query(`INSERT INTO auth.members (shop_id, owner_id, role) VALUES ($1, $2, 'owner')`, [
    ...[shop.id, installed.developer],
  ]);
  await stage.write(shop, 3);
  let attempts = 1;
  const state = async () => (await stage.stream(installed))?.['state'];
  const failed = () =>
    until('an attempt failed', async () => (await stage.stream(installed))?.['attempts'] === attempts);
  // Advances the clock only while no attempt runs, because a failing attempt schedules the next attempt by
  // the clock.
  for (await failed(); (await state()) !== 'paused'; await failed()) {
    attempts += 1;
    await stage.after(6 * hour);
  }
  expect(attempts).toBeGreaterThan(10);
  expect(new Set(receiver.sequences)).toEqual(new Set([1]));
  await stage.write(shop, 1);
  const tried = receiver.received.length;
  receiver.reply = () => 204;
  await stage.after(hour);
  await receiver.has(tried + 4);
  expect(receiver.sequences.slice(tried)).toEqual([1, 2, 3, 4]);
  await until('it goes on', async () => (await state()) === 'active');
  const told = await stage.database.query(
    `SELECT kind, shop_id, owner_id FROM auth.audit_entries WHERE app_id = $1 ORDER BY id`,
    [installed.app],
  );
  expect(told).toEqual(
    ['webhooks.paused', 'webhooks.resumed'].flatMap((kind) => [
      { kind, shop_id: shop.id, owner_id: null },
      { kind, shop_id: null, owner_id: installed.developer },
    ]),
  );
  const notified = await stage.database.query(
    `SELECT kind, owner_id, installation_id FROM auth.notifications WHERE shop_id = $1 ORDER BY id`,
    [shop.id],
  );
  expect(notified).toEqual(
    ['webhooks_failing', 'webhooks_paused'].map((kind) => ({
      ...{ kind, owner_id: installed.developer, installation_id: installed.id },
    })),
  );
  const mails = await stage.database.query(
    `SELECT details ->> 'installation_id' AS id FROM auth.outgoing_mails WHERE details ->> 'notification' = $1`,
    ['webhooks_paused'],
  );
  expect(mails).toEqual([{ id: installed.id }]);
});

it('the worker pauses a webhook stream after status 410, and delays the next attempt by Retry-After', async () => {
  const shop = await stage.aShop();
  const [gone, busy] = [
    await aReceiver(() => 410),
    await aReceiver(() => ({ status: 429, headers: { 'retry-after': '600' } })),
  ];
  const [first, second] = [await stage.install(shop, gone.url), await stage.install(shop, busy.url)];
  await stage.write(shop, 1);
  await until('it is paused', async () => (await stage.stream(first))?.['state'] === 'paused');
  await until('it failed', async () => (await stage.stream(second))?.['attempts'] === 1);
  const next = (await stage.stream(second))?.['next_attempt_at'] as Date;
  expect(next.getTime() - stage.clock.now()).toBe(600_000);
});

it('the worker records the reason for a failed delivery: a redirect or an unreachable receiver', async () => {
  const shop = await stage.aShop();
  const redirecting = await aReceiver(() => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }));
  for (const url of [redirecting.url, 'http://127.0.0.1:1024/', 'https://10.0.0.1/'])
    await stage.install(shop, url);
  await stage.write(shop, 1);
  const failures = await until('all failed', async () => {
    const rows = await stage.database.query<{ status: number | null; error: string | null }>(
      `SELECT status, error FROM shop.webhook_attempts WHERE shop_id = $1 ORDER BY url`,
      [shop.id],
    );
    return rows.length === 3 && rows;
  });
  expect(failures.map(({ status, error }) => error ?? status).sort()).toEqual(
    [
      302,
      'the connection was refused',
      'the address must point to a public internet address, which 10.0.0.1 is not',
    ].sort(),
  );
});

it('the worker records the reason for a failed delivery if the receiver does not respond', async () => {
  const impatient = await Stage.open();
  try {
    await impatient.startWorker({ exchangeMs: 400 });
    const [shop, hanging] = [await impatient.aShop(), await aReceiver(() => 'never')];
    await impatient.install(shop, hanging.url);
    await impatient.write(shop, 1);
    const attempt = await until('it failed', async () => {
      const rows = await impatient.database.query('SELECT status, error FROM shop.webhook_attempts');
      return rows[0];
    });
    expect(attempt).toEqual({ status: null, error: 'no response within 0.4 s' });
  } finally {
    await impatient.close();
  }
});

it('an uninstalled app receives the event about its uninstallation as its last event', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver(() => 500)];
  const installed = await stage.install(shop, receiver.url);
  await stage.write(shop, 3);
  await until('it failed', async () => (await stage.stream(installed))?.['attempts'] === 1);
  receiver.reply = () => 204;
  await stage.database.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE id = $1`, [
    installed.id,
  ]);
  await stage.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [
    JSON.stringify({ shop_id: shop.id }),
  ]);
  await stage.database.query(
    `INSERT INTO auth.event_outbox VALUES ($1, $2, 'installations.uninstalled', 'installations', $3,
      '{"links":{"self":"/api/x"}}', '{}', clock_timestamp())`,
    [shop.id, '01a1fcc5-3e68-74f2-a1b1-e27dab4ba126', installed.id],
  );
  await stage.after(5_000);
  await until('it has ended', async () => (await stage.stream(installed))?.['state'] === 'ended');
  expect(receiver.received.slice(1).map(({ body }) => body.type)).toEqual(['installations.uninstalled']);
  const deliveries = await stage.database.query(
    'SELECT status FROM shop.webhook_deliveries WHERE installation_id = $1 ORDER BY id',
    [installed.id],
  );
  expect(deliveries).toEqual([{ status: 'failed' }, { status: 'delivered' }]);
  await stage.write(shop, 2);
  await stage.after(hour);
  expect(receiver.received).toHaveLength(2);
});

it('the worker delivers the events of a suspended shop after the shop is resumed', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver()];
  const installed = await stage.install(shop, receiver.url);
  const status = (given: string) =>
    stage.database.query('UPDATE auth.shops SET status = $2 WHERE id = $1', [shop.id, given]);
  await status('suspended');
  await stage.write(shop, 2);
  await until('they are held', async () => Boolean((await stage.stream(installed))?.['next_attempt_at']));
  expect(receiver.received).toEqual([]);
  await status('active');
  await stage.after(61_000);
  await receiver.has(2);
  expect(receiver.sequences).toEqual([1, 2]);
});

it("the worker holds back events for a suspended app, while the shop's other apps receive events", async () => {
  const [shop, held, other] = [await stage.aShop(), await aReceiver(), await aReceiver()];
  const installed = await stage.install(shop, held.url);
  await stage.install(shop, other.url);
  const suspend = async (suspended: boolean) => {
    await stage.database.query('UPDATE auth.installations SET suspended = $2 WHERE id = $1', [
      installed.id,
      suspended,
    ]);
    const change = JSON.stringify({ shop_id: shop.id });
    await stage.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [change]);
  };
  await suspend(true);
  await stage.write(shop, 2);
  await other.has(2);
  await until('they are held', async () => Boolean((await stage.stream(installed))?.['next_attempt_at']));
  expect(held.received).toEqual([]);
  await suspend(false);
  await stage.after(61_000);
  await held.has(2);
  expect(held.sequences).toEqual([1, 2]);
});

it('an app receives no events that occurred before its installation', async () => {
  const [shop, receiver] = [await stage.aShop(), await aReceiver()];
  await stage.write(shop, 3);
  await stage.install(shop, receiver.url);
  await stage.write(shop, 2);
  await receiver.has(2);
  expect(receiver.sequences).toEqual([4, 5]);
});
