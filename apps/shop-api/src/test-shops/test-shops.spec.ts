import { randomUUID } from 'node:crypto';
import { anImageFile, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { ShopDatabase } from '@storewright/database';
import { anApp, anOAuthToken, HttpClient, SignedBucketServer, until } from '@storewright/testing';
import { startShopApi } from '../testing/shop-api';
import { TestShopJob } from './test-shop-job';

let api: TestApi;
let other: Tenant;
let bucket: SignedBucketServer;
const key = { id: 'AKIDEXAMPLE', secret: 'secret' };
beforeAll(async () => {
  bucket = await SignedBucketServer.start(key);
  api = await startShopApi({
    IMAGE_STORE: `s3://shop-images?endpoint=${bucket.origin}`,
    ...{ IMAGE_STORE_KEY_ID: key.id, IMAGE_STORE_SECRET: key.secret },
  });
  other = await aTenant(api);
  await other.http.post('/api/products', aProduct);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await api.close();
  await bucket.stop();
});

const aProduct = { data: { type: 'products', attributes: { title: 'Mug' } } };
const look = () => api.application.get(TestShopJob).look();
const statusOf = async ({ shop }: Tenant) =>
  (await api.database.query('SELECT status FROM auth.test_shops WHERE shop_id = $1', [shop.id]))[0]?.[
    'status'
  ];
const totalOf = async ({ http }: Tenant, path: string) =>
  ((await http.get(`${path}?page[size]=1&page[total]=true`)).body.meta!['page'] as { total: number }).total;

/** Requests a test shop as the auth API does. */
async function aTestShop(status: string): Promise<Tenant> {
  const tenant = await aTenant(api);
  const owner = randomUUID();
  await api.database.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'n', 'h')`,
    [owner, `${owner}@example.test`],
  );
  await api.database.query('INSERT INTO auth.test_shops (shop_id, owner_id, status) VALUES ($1, $2, $3)', [
    tenant.shop.id,
    owner,
    status,
  ]);
  return tenant;
}

it('a requested test shop is filled with sample data, and a second shop stays unchanged', async () => {
  const tenant = await aTestShop('preparing');
  const change = JSON.stringify({ shop_id: tenant.shop.id });
  await api.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [change]);
  await until('it is ready', async () => (await statusOf(tenant)) === 'ready');
  const totals = { products: 60, customers: 100, orders: 300 };
  for (const [path, total] of Object.entries(totals))
    expect([path, await totalOf(tenant, `/api/${path}`)]).toEqual([path, total]);
  const line = { title: 'Mug', price_amount: 1_500, quantity: 1 };
  const order = { data: { type: 'orders', attributes: { line_items: [line], currency_code: 'EUR' } } };
  expect((await tenant.http.post('/api/orders', order)).status).toBe(201);
  expect(await totalOf(other, '/api/products')).toBe(1);
});

it('a reset of a test shop removes the data that apps and people created, and keeps access tokens', async () => {
  const tenant = await aTestShop('preparing');
  await look();
  const app = await anApp(api.database);
  const token = await anOAuthToken(api.database, tenant.shop, app, ['meta.collection']);
  await tenant.http.post('/api/products', aProduct);
  const kept = await anImageFile(other.http);
  await anImageFile(tenant.http);
  const meta = { resource_type: 'orders', resource_id: '1', data: { colour: 'blue' } };
  await tenant.http.post('/api/meta', { data: { type: 'meta', attributes: meta } });
  expect((await tenant.http.get('/api/events')).body.data).toHaveLength(2);
  await api.database.query(`UPDATE auth.test_shops SET status = 'resetting' WHERE shop_id = $1`, [
    tenant.shop.id,
  ]);
  await look();
  expect([await statusOf(tenant), await totalOf(tenant, '/api/products')]).toEqual(['ready', 60]);
  expect([...bucket.objects.keys()]).toEqual([`/shop-images/${other.shop.id}/${kept}/160.webp`]);
  const ofApp = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, token);
  const left = await ofApp.get('/api/meta?filter[resource_id]=1');
  expect([left.status, left.body.data]).toEqual([200, []]);

  // The log continues with its sequence numbers. A client that follows the log must copy the shop again.
  expect((await tenant.http.get('/api/events')).body.data).toEqual([]);
  const from = await tenant.http.get('/api/events?filter[since]=0');
  expect([from.status, from.body.errors?.[0]?.code]).toEqual([410, 'events_expired']);
  await tenant.http.post('/api/products', aProduct);
  const { attributes } = (await tenant.http.get('/api/events')).body.data[0] as {
    attributes: { sequence: number };
  };
  expect(attributes.sequence).toBe(3);
  expect(await totalOf(other, '/api/products')).toBe(1);
});

it('only one of several processes fills a test shop, and a failed attempt is retried', async () => {
  const tenant = await aTestShop('preparing');
  await api.database.query('BEGIN');
  await api.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('test shop ' || $1, 0))`, [
    tenant.shop.id,
  ]);
  await look();
  expect(await statusOf(tenant)).toBe('preparing');
  await api.database.query('ROLLBACK');
  jest.spyOn(api.application.get(ShopDatabase), 'transaction').mockRejectedValueOnce(new Error('away'));
  await look();
  expect(await statusOf(tenant)).toBe('preparing');
  await look();
  expect(await statusOf(tenant)).toBe('ready');
});
