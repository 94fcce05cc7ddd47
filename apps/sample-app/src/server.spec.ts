import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import SQLite from 'libsql';
import { createServer } from './server';
import { FakePlatform, refusal, webhookSecret } from './testing/fake-platform';

const folder = mkdtempSync(join(tmpdir(), 'storewright-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));

let platform: FakePlatform;
let app: FastifyInstance;
let file: string;
beforeEach(async () => {
  platform = await FakePlatform.start();
  file = join(folder, `${Math.random()}.db`);
  app = createServer({
    ...{ host: '127.0.0.1', port: 0, appUrl: 'http://localhost:3005', appId: 'a-1', appSecret: 'swk_x' },
    ...{ authUrl: platform.url, adminUrl: 'http://{shop}.localhost:3002', webhookSecret },
    ...{ dataKey: Buffer.alloc(32, 7), databaseFile: file, pollSeconds: 3600, logLevel: 'silent' },
  });
});
afterEach(async () => {
  await app.close();
  await platform.stop();
});

/** Reads the database file directly, as an attacker would. */
function stored(table: 'shops' | 'orders'): Record<string, unknown>[] {
  const sqlite = new SQLite(file);
  const rows = sqlite.prepare(`SELECT * FROM ${table} ORDER BY 1`).all() as Record<string, unknown>[];
  sqlite.close();
  return rows;
}
const numbers = () => stored('orders').map(({ number }) => number);

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what}: never`);
}

const install = (query: string, cookie?: string, headers = {}) =>
  app.inject({ url: `/install?${query}`, headers: { ...(cookie && { cookie }), ...headers } });
const cookieOf = (answer: { headers: NodeJS.Dict<unknown> }) =>
  String(answer.headers['set-cookie'] ?? '').split(';', 1)[0]!;
const post = (url: string, cookie: string, order: string[] = [], origin = 'http://localhost:3005') =>
  app.inject({
    ...{
      method: 'POST',
      url,
      payload: new URLSearchParams(order.map((id): [string, string] => ['order', id])).toString(),
    },
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
  });
const hear = (webhook: ReturnType<FakePlatform['webhook']>) =>
  app.inject({ method: 'POST', url: '/webhooks', ...webhook });

/** Installs the app as the owner and waits until the orders are copied. */
async function installed(nonce = 'n-1'): Promise<string> {
  const arrived = await install(`nonce=${nonce}`);
  await until('the first copy', () => stored('shops')[0]?.['sequence'] !== null);
  return cookieOf(await post('/open', cookieOf(arrived)));
}
const page = async (cookie: string) => (await app.inject({ url: '/', headers: { cookie } })).body;

describe('installation of the sample app', () => {
  it('stores the token encrypted, copies unfulfilled orders and removes the nonce from the URL', async () => {
    platform.order(1001);
    platform.order(1002, { status: 'cancelled' });
    const arrived = await install('nonce=n-1');
    expect([arrived.statusCode, arrived.headers['location']]).toEqual([303, '/']);
    await until('the copy', () => numbers().length === 1);
    expect(numbers()).toEqual([1001]);
    expect(readFileSync(file).includes('swo_1')).toBe(false);
    expect(JSON.stringify(stored('shops'))).not.toMatch(/swo_1|n-1"/);
  });

  it('exchanges a nonce once for concurrent requests, and signs in only the first visitor', async () => {
    const visits = await Promise.all([install('nonce=n-1'), install('nonce=n-1')]);
    expect(visits.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const again = await install('nonce=n-1');
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([303, undefined]);
    expect(platform.asked.filter((each) => each.includes('/nonce/'))).toHaveLength(1);
  });

  it('shows an error for a nonce that a different client already exchanged', async () => {
    const answer = await install('nonce=used');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([410, undefined]);
    expect(stored('shops')).toEqual([]);
  });

  it('replaces the token and keeps the copied orders when the app is installed again', async () => {
    platform.order(1001);
    await installed();
    const [before] = stored('shops');
    await installed('n-2');
    const [after] = stored('shops');
    expect(after!['sealed_token']).not.toBe(before!['sealed_token']);
    expect([stored('shops').length, numbers()]).toEqual([1, [1001]]);
  });

  it('can be retried with the same nonce after an outage of the platform', async () => {
    platform.refusal = refusal(400, 'unavailable');
    expect((await install('nonce=n-1')).statusCode).toBe(502);
    platform.refusal = undefined;
    expect((await install('nonce=n-1')).statusCode).toBe(303);
  });

  it('rejects a state that the browser did not create, and skips the confirmation for a valid state', async () => {
    const began = await app.inject({ url: '/begin?shop=Demo-Shop' });
    const screen = new URL(String(began.headers['location']));
    expect(screen.origin + screen.pathname).toBe('http://demo-shop.localhost:3002/admin/oauth/a-1');
    const state = screen.searchParams.get('state')!;
    expect((await install(`nonce=n-1&state=${state}`)).statusCode).toBe(403);
    expect((await install('nonce=n-1&state=', cookieOf(began))).statusCode).toBe(403);
    expect(platform.asked).toEqual([]);
    const arrived = await install(`nonce=n-1&state=${state}`, cookieOf(began));
    expect(await page(cookieOf(arrived))).toContain('Orders to send');
  });

  it('requires a visitor without a state parameter to confirm the shop', async () => {
    const cookie = cookieOf(await install('nonce=n-1'));
    expect(await page(cookie)).toContain('<strong>Demo &lt;Shop&gt;</strong> (demo-shop)');
    expect((await post('/fulfil', cookie)).statusCode).toBe(403);
  });

  it('rejects a prefetch and an invalid shop domain', async () => {
    expect((await install('nonce=n-1', undefined, { 'sec-purpose': 'prefetch' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/begin?shop=evil.example/x' })).statusCode).toBe(400);
    expect(platform.asked).toEqual([]);
  });
});

describe('the copy of orders in the sample app', () => {
  it('is updated from the event log after a webhook, and a repeated webhook changes nothing', async () => {
    const first = platform.order(1001);
    await installed();
    const webhook = platform.event('orders.created', platform.order(1002));
    expect((await hear(webhook)).statusCode).toBe(204);
    await until('1002', () => numbers().length === 2);
    Object.assign(first.attributes, { fulfillment_status: 'fulfilled' });
    await hear(platform.event('orders.updated', first));
    await until('1001 is gone', () => numbers().length === 1);
    await hear(webhook);
    await hear(webhook);
    await until('both are read', () => platform.asked.filter((each) => each.endsWith('/events')).length >= 4);
    expect(numbers()).toEqual([1002]);
    expect(stored('shops')[0]!['sequence']).toBe(2);
  });

  it('ignores a webhook with a wrong signature', async () => {
    platform.order(1001);
    await installed();
    const { length } = platform.asked;
    const forged = platform.webhook(
      'installations.uninstalled',
      {},
      `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
    );
    expect((await hear(forged)).statusCode).toBe(401);
    const genuine = platform.webhook('installations.uninstalled');
    expect((await hear({ ...genuine, payload: `${genuine.payload} ` })).statusCode).toBe(401);
    expect([stored('shops').length, platform.asked.length]).toEqual([1, length]);
  });

  it('continues after the last applied event when the platform is available again', async () => {
    await installed();
    platform.refusal = refusal(400, 'unavailable');
    const webhook = platform.event('orders.created', platform.order(1001));
    await hear(webhook);
    await until('it was asked', () => platform.asked.at(-1) === 'GET /api/events');
    expect(stored('shops')[0]!['sequence']).toBe(0);
    platform.refusal = undefined;
    await hear(webhook);
    await until('1001', () => numbers().length === 1);
  });

  it('is rebuilt after an event with a greater epoch', async () => {
    const deleted = platform.order(1001);
    await installed();
    platform.orders.splice(0, 1);
    platform.order(1002);
    platform.epoch = 2;
    await hear(platform.event('orders.created', deleted));
    await until('1002', () => numbers()[0] === 1002);
    expect(stored('shops')[0]).toMatchObject({ sequence: 1, epoch: 2 });
  });

  it('is rebuilt once if the event log has a greater epoch and ends before the stored sequence number', async () => {
    const lost = platform.order(1001);
    for (const type of ['orders.created', 'orders.updated', 'orders.updated']) platform.event(type, lost);
    await installed();
    expect(stored('shops')[0]).toMatchObject({ sequence: 3, epoch: 1 });
    // Simulates a promoted standby that lacks the order and the last two events, and has no event of the new
    // epoch.
    platform.orders.splice(0, 1);
    platform.order(1002);
    platform.events.splice(1);
    platform.epoch = 2;
    const webhook = platform.webhook('orders.updated', { sequence: 1, epoch: 2 });
    await hear(webhook);
    await until('1002', () => numbers()[0] === 1002);
    expect([numbers(), stored('shops')[0]]).toMatchObject([[1002], { sequence: 1, epoch: 2 }]);
    const copies = () => platform.asked.filter((each) => each === 'GET /api/orders').length;
    const logReads = () => platform.asked.filter((each) => each === 'GET /api/events').length;
    const before = { copies: copies(), logReads: logReads() };
    platform.event('orders.created', platform.order(1003));
    await hear(webhook);
    await until('1003', () => numbers().length === 2);
    expect([copies(), logReads()]).toEqual([before.copies, before.logReads + 1]);
  });
});

describe('the page of the sample app', () => {
  it('prints labels and writes the tracking numbers to the meta of the orders', async () => {
    const orders = [platform.order(1001), platform.order(1002, { shipping_address: null })];
    const cookie = await installed();
    const { headers, rawPayload } = await post('/labels', cookie, [...orders.map(({ id }) => id), 'none']);
    expect([headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual([
      'application/pdf',
      '%PDF-',
    ]);
    expect(platform.meta).toEqual([
      {
        ...{ resource_type: 'orders', resource_id: orders[0]!.id },
        data: { carrier: 'Storewright Parcel', tracking_number: expect.stringMatching(/^SW\d{15}$/) },
      },
    ]);
    expect(await page(cookie)).toContain('Printed');
  });

  it('shows an error if no order is selected', async () => {
    const cookie = await installed();
    const { statusCode, body } = await post('/fulfil', cookie, []);
    expect([statusCode, body]).toEqual([422, expect.stringContaining('Select the orders')]);
  });

  it('fulfills orders and reports an order that was cancelled after the page was loaded', async () => {
    const [cancelled, open] = [platform.order(1001), platform.order(1002)];
    const cookie = await installed();
    cancelled.attributes['status'] = 'cancelled';
    const { headers } = await post('/fulfil', cookie, [cancelled.id, open.id]);
    expect(headers['location']).toBe('/?done=1002&refused=1001');
    expect([open.attributes['fulfillment_status'], numbers()]).toEqual(['fulfilled', []]);
    const { body } = await app.inject({ url: '/?done=1002&refused=1001,<b>', headers: { cookie } });
    expect(body).toContain('1 order is fulfilled');
    expect(body).not.toContain('<b>');
  });

  it('rejects requests without a session and forms from other sites', async () => {
    const order = platform.order(1001);
    const cookie = await installed();
    expect(await page('')).not.toContain('Demo');
    expect(await page('labels_session=forged')).not.toContain('Demo');
    expect((await post('/fulfil', '', [order.id])).statusCode).toBe(403);
    expect((await post('/fulfil', cookie, [order.id], 'https://evil.example')).statusCode).toBe(403);
    expect(order.attributes['fulfillment_status']).toBe('unfulfilled');
    const { headers } = await app.inject({ url: '/' });
    expect(headers['content-security-policy']).toContain("form-action 'self' http://*.localhost:3002;");
  });

  it('shows an error if the shop is unreachable', async () => {
    const order = platform.order(1001);
    const cookie = await installed();
    platform.refusal = refusal(400, 'unavailable');
    expect((await post('/fulfil', cookie, [order.id])).statusCode).toBe(502);
    expect(numbers()).toEqual([1001]);
  });
});

describe('uninstallation of the sample app', () => {
  it('deletes all data of the shop and ends the sessions for this shop', async () => {
    platform.order(1001);
    const cookie = await installed();
    await hear(platform.webhook('installations.uninstalled'));
    await until('nothing is left', () => stored('shops').length === 0);
    expect(numbers()).toEqual([]);
    expect(await page(cookie)).not.toContain('Demo');
    expect((await hear(platform.webhook('orders.created'))).statusCode).toBe(204);
  });

  it('is detected without a webhook when the shop API returns 401', async () => {
    platform.order(1001);
    const cookie = await installed();
    platform.refusal = refusal(401, 'invalid_token');
    expect((await post('/fulfil', cookie, [String(stored('orders')[0]!['id'])])).statusCode).toBe(403);
    expect([stored('shops'), stored('orders')]).toEqual([[], []]);
  });

  it('is ignored if the event arrives after a reinstallation', async () => {
    await installed();
    platform.installedAt = '2026-11-22T12:00:00.000000Z';
    await hear(platform.webhook('installations.uninstalled'));
    await until('it was asked', () => platform.asked.at(-1) === 'GET /api/installation');
    await app.close();
    expect(stored('shops')).toHaveLength(1);
  });
});
