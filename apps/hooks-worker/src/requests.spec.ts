import { randomUUID } from 'node:crypto';
import { Receiver, until } from '@storewright/testing';
import { Webhook } from 'standardwebhooks';
import { Stage } from './testing/stage';

/*
 * Requested deliveries are replayed events and tests (docs/contract.md §6). The worker sends each request
 * once, between the events of the stream, and does not change the position of the stream.
 */
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

/** Creates a shop and an app whose receiver has already received `count` events. */
async function aListener(count: number, given: Parameters<Stage['install']>[2] = {}) {
  const [shop, receiver] = [await stage.aShop(), await aReceiver()];
  const installed = await stage.install(shop, receiver.url, given);
  const events = await stage.write(shop, count);
  await receiver.has(count);
  await until('all is delivered', async () => {
    return Number((await stage.stream(installed))?.['last_sequence']) === count;
  });
  return { shop, receiver, installed, events };
}

const attemptsOf = (id: string) =>
  stage.database.query(
    'SELECT attempt, status, error FROM shop.webhook_attempts WHERE delivery_id = $1 ORDER BY attempt',
    [id],
  );

const test = { event: randomUUID(), resource: '{"type":"meta","id":"t-1"}' };

it('a replay sends the original id and body with a new signature, and leaves the stream unchanged', async () => {
  const { shop, receiver, installed, events } = await aListener(2);
  const [id] = await stage.request(shop, installed, [{ event: events[0]! }]);
  expect(await stage.settled(id!)).toEqual({ status: 'delivered', attempts: 1, error: null });
  const [first, , again] = receiver.received;
  expect(again!.text).toBe(first!.text);
  expect(again!.headers['webhook-id']).toBe(events[0]);
  const headers = again!.headers as Record<string, string>;
  expect(new Webhook(installed.secret).verify(again!.text, headers)).toEqual(first!.body);
  expect(await attemptsOf(id!)).toEqual([{ attempt: 1, status: 204, error: null }]);
  expect(Number((await stage.stream(installed))?.['last_sequence'])).toBe(2);
});

it('the worker sends replays and test deliveries before it finishes a long backlog', async () => {
  const { shop, receiver, installed } = await aListener(1);
  const backlog = 300;
  const held: (() => void)[] = [];
  receiver.reply = () => 'never';
  receiver.later = (answer) => held.push(answer);
  await stage.writeAtOnce([shop], backlog);
  await receiver.has(2);
  const [id] = await stage.request(shop, installed, [test]);
  // Makes the turn appear to have lasted longer than a second.
  const { now } = performance;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 2_000);
  receiver.reply = () => 204;
  for (const answer of held) answer();
  await receiver.has(1 + backlog + 1);
  clock.mockRestore();
  expect(await stage.settled(id!)).toMatchObject({ status: 'delivered' });
  const sent = receiver.received.findIndex(({ headers }) => headers['webhook-id'] === test.event);
  expect(sent).toBeLessThan(backlog);
});

it('a replayed event contains the trace context of the original write, and a test event contains none', async () => {
  const { shop, receiver, installed, events } = await aListener(1);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await stage.database.query('UPDATE shop.events SET traceparent = $2 WHERE shop_id = $1', [
    shop.id,
    traceparent,
  ]);
  for (const id of await stage.request(shop, installed, [{ event: events[0]! }, test]))
    await stage.settled(id);
  const [, again, tested] = receiver.received;
  expect(again!.headers).toMatchObject({ 'webhook-id': events[0], traceparent });
  expect(tested!.headers).toMatchObject({ 'webhook-id': test.event });
  expect(tested!.headers).not.toHaveProperty('traceparent');
});

it('a replay of many events sends them in the requested order', async () => {
  const { shop, receiver, installed, events } = await aListener(25);
  const ids = await stage.request(
    shop,
    installed,
    events.map((event) => ({ event })),
  );
  await Promise.all(ids.map((id) => stage.settled(id)));
  expect(receiver.sequences.slice(25)).toEqual(receiver.sequences.slice(0, 25));
  await stage.write(shop, 1);
  await receiver.has(51);
  expect(receiver.sequences.at(-1)).toBe(26);
});

it('a test delivery has its own id, no sequence number, and a signature', async () => {
  const { shop, receiver, installed } = await aListener(1);
  const [id] = await stage.request(shop, installed, [test]);
  expect(await stage.settled(id!)).toMatchObject({ status: 'delivered', attempts: 1 });
  const { text, headers, body } = receiver.received[1]!;
  expect(new Webhook(installed.secret).verify(text, headers as Record<string, string>)).toEqual(body);
  expect(headers['webhook-id']).toBe(test.event);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
  expect(body).toEqual({
    ...{ type: 'meta.created', timestamp: time, data: { type: 'meta', id: 't-1' } },
    ...{ changed: [], shop, sequence: null, epoch: null },
  });
});

it('a failed replay is recorded with the reason, is not retried, and does not block later deliveries', async () => {
  const { shop, receiver, installed } = await aListener(1);
  receiver.reply = ({ body }) => (body.sequence === null ? 500 : 204);
  const [id] = await stage.request(shop, installed, [test]);
  expect(await stage.settled(id!)).toMatchObject({ status: 'failed', attempts: 1 });
  expect(await attemptsOf(id!)).toEqual([{ attempt: 1, status: 500, error: null }]);
  expect(await stage.stream(installed)).toMatchObject({ attempts: 0, next_attempt_at: null });
  await stage.write(shop, 1);
  await receiver.has(3);
  expect(receiver.sequences).toEqual([1, null, 2]);
});

it('a replay is rejected if the app does not subscribe to the event type', async () => {
  const { shop, receiver, installed } = await aListener(1, { events: ['meta.created'] });
  const [deleted] = await stage.write(shop, 1, 'meta.deleted');
  // An event can be replayed only after it has a sequence number.
  await until('the event is in the log', async () => {
    const found = await stage.database.query(
      'SELECT FROM shop.events WHERE id = $1 AND sequence IS NOT NULL',
      [deleted],
    );
    return found.length > 0;
  });
  const asked = [
    { event: deleted!, type: 'meta.deleted' },
    { ...test, type: 'meta.deleted' },
  ];
  const ids = await stage.request(shop, installed, asked);
  for (const id of ids)
    expect(await stage.settled(id)).toEqual({
      ...{ status: 'failed', attempts: 0 },
      error: 'the installation does not receive meta.deleted',
    });
  expect(receiver.sequences).toEqual([1]);
});

it('a replay is rejected if the event occurred before the installation', async () => {
  const shop = await stage.aShop();
  const [before] = await stage.write(shop, 1);
  const receiver = await aReceiver();
  const installed = await stage.install(shop, receiver.url);
  await stage.write(shop, 1);
  await receiver.has(1);
  const [id] = await stage.request(shop, installed, [{ event: before! }]);
  expect(await stage.settled(id!)).toMatchObject({ status: 'failed', attempts: 0 });
  expect(receiver.sequences).toEqual([2]);
});

it('a replay is rejected with the reason if the event was deleted from the log', async () => {
  const { shop, installed, events } = await aListener(1);
  await stage.database.query('DELETE FROM shop.events WHERE shop_id = $1', [shop.id]);
  const [id] = await stage.request(shop, installed, [{ event: events[0]! }]);
  expect(await stage.settled(id!)).toEqual({
    ...{ status: 'failed', attempts: 0 },
    error: 'the event has left the log',
  });
});

it('after a successful test delivery, a paused webhook stream retries immediately and continues in order', async () => {
  const { shop, receiver, installed } = await aListener(1);
  receiver.reply = () => 410;
  await stage.write(shop, 3);
  await until('it is paused', async () => (await stage.stream(installed))?.['state'] === 'paused');
  receiver.reply = () => 204;
  // The stream is due in an hour, and the test clock does not advance.
  const [id] = await stage.request(shop, installed, [test]);
  expect(await stage.settled(id!)).toMatchObject({ status: 'delivered' });
  await receiver.has(6);
  expect(receiver.sequences).toEqual([1, 2, null, 2, 3, 4]);
  await until('it goes on', async () => (await stage.stream(installed))?.['state'] === 'active');
});

it('a failed test delivery leaves a paused webhook stream paused', async () => {
  const { shop, receiver, installed } = await aListener(1);
  receiver.reply = () => 410;
  await stage.write(shop, 1);
  await until('it is paused', async () => (await stage.stream(installed))?.['state'] === 'paused');
  const before = await stage.stream(installed);
  const [id] = await stage.request(shop, installed, [test]);
  expect(await stage.settled(id!)).toMatchObject({ status: 'failed' });
  const { state, attempts, next_attempt_at } = (await stage.stream(installed))!;
  expect({ state, attempts, next_attempt_at }).toEqual({
    ...{ state: before!['state'], attempts: before!['attempts'] },
    next_attempt_at: before!['next_attempt_at'],
  });
});

describe('a replay or test delivery for an uninstalled app', () => {
  const notInstalled = { status: 'failed', attempts: 0, error: 'the app is not installed' };

  it.each([
    ['app with the event installations.uninstalled', ['meta.created', 'installations.uninstalled']],
    ['app without the event installations.uninstalled', ['meta.created']],
  ])('fails without a request to the receiver: %s', async (_, events) => {
    const { shop, receiver, installed, events: sent } = await aListener(1, { events });
    await stage.uninstall(shop, installed);
    const ids = await stage.request(shop, installed, [{ event: sent[0]! }, test]);
    for (const id of ids) expect(await stage.settled(id)).toEqual(notInstalled);
    expect(receiver.sequences).toEqual([1]);
  });

  it('is rejected after the app received the event of its uninstallation', async () => {
    const { shop, receiver, installed, events } = await aListener(1);
    await stage.uninstall(shop, installed);
    await stage.writeOne(shop, {
      ...{ id: randomUUID(), type: 'installations.uninstalled' },
      resource_id: installed.id,
    });
    await stage.after(1_000);
    await until('it has ended', async () => (await stage.stream(installed))?.['state'] === 'ended');
    const [id] = await stage.request(shop, installed, [{ event: events[0]! }]);
    expect(await stage.settled(id!)).toEqual(notInstalled);
    expect(receiver.received.map(({ body }) => body.type)).toEqual([
      'meta.created',
      'installations.uninstalled',
    ]);
  });
});

it('a replay for an app without a webhook URL fails, and the delivery contains this reason', async () => {
  const { shop, installed, events } = await aListener(1);
  await stage.database.query('UPDATE auth.apps SET webhook_url = NULL WHERE id = $1', [installed.app]);
  const change = JSON.stringify({ app_id: installed.app });
  await stage.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [change]);
  const [id] = await stage.request(shop, installed, [{ event: events[0]! }]);
  expect(await stage.settled(id!)).toEqual({
    ...{ status: 'failed', attempts: 0 },
    error: 'the app has no webhook URL, no webhook secret or no events that it may receive',
  });
});
