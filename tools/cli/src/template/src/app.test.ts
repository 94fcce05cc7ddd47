import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createApp } from './app.js';
import { InstallationFile } from './installation-file.js';

const key = Buffer.alloc(32, 7);
const shop = { id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb861', domain: 'demo-shop' };
let folder: string;
let installations: InstallationFile;
/** URLs of the app under test and of the fake auth API. */
let url: string;
let exchanges: (string | undefined)[];
let servers: { close(): void }[] = [];

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  exchanges = [];
  const authUrl = await served((request, response) => {
    exchanges.push(request.headers.authorization);
    const attributes = { token: 'swo_token', app_id: '7', scopes: ['orders.get'] };
    const meta = { base_url: 'http://demo-shop.localhost:3000' };
    const data = { type: 'oauth_tokens', id: '1', attributes, meta };
    const included = [{ type: 'shops', id: shop.id, attributes: { domain: shop.domain } }];
    response.setHeader('content-type', 'application/vnd.api+json').end(JSON.stringify({ data, included }));
  });
  folder = mkdtempSync(join(tmpdir(), 'app-'));
  installations = new InstallationFile(join(folder, 'installations.json'));
  const webhookSecret = `whsec_${key.toString('base64')}`;
  url = await served(createApp({ authUrl, id: '7', secret: 'swk_secret', webhookSecret }, installations));
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { redirect: 'manual', headers: { connection: 'close', ...headers } });

function post(event: object, secret = key) {
  const body = JSON.stringify(event);
  const [id, time] = ['msg_1', String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64');
  const headers = {
    connection: 'close',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  };
  return fetch(`${url}/webhooks`, { method: 'POST', body, headers });
}

test('the install URL exchanges a nonce once with the secret of the app and redirects', async () => {
  for (let visit = 1; visit <= 2; visit += 1) {
    const { status, headers } = await get('/install?nonce=n1');
    assert.deepEqual([status, headers.get('location')], [303, '/']);
  }
  assert.deepEqual(exchanges, [`Basic ${Buffer.from('7:swk_secret').toString('base64')}`]);
  assert.equal(installations.all()[0]?.token, 'swo_token');
});

test('the install URL rejects the state of another browser', async () => {
  const start = await get('/begin?shop=demo-shop');
  const { searchParams } = new URL(start.headers.get('location')!);
  const path = `/install?code=n1&state=${searchParams.get('state')}`;
  assert.equal((await get(path)).status, 403);
  assert.equal(exchanges.length, 0);
  const [cookie = ''] = start.headers.get('set-cookie')!.split(';');
  assert.equal((await get(path, { cookie })).status, 303);
});

test('the install URL does not exchange the nonce for a prefetch', async () => {
  assert.equal((await get('/install?nonce=n1', { 'sec-purpose': 'prefetch' })).status, 503);
  assert.equal(exchanges.length, 0);
});

test('the webhook URL rejects a forged event', async () => {
  const event = { type: 'orders.created', shop, data: { id: '1' } };
  assert.equal((await post(event)).status, 204);
  assert.equal((await post(event, Buffer.alloc(32, 8))).status, 401);
});

test('the webhook URL removes the token of a shop that uninstalls the app', async () => {
  await get('/install?nonce=n1');
  await post({ type: 'installations.uninstalled', shop, data: { id: '1' } });
  assert.deepEqual(installations.all(), []);
});
