import { RequestLog } from '@storewright/access';
import { aTenant, type TestApi } from '@storewright/api-testing';
import { anApp, anOAuthToken } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(
  async () =>
    (api = await startShopApi({
      RATE_LIMIT_PER_MINUTE: '4',
      REQUEST_LOG_PER_MINUTE: '5',
      SERVER_TIMING: 'true',
    })),
);
afterAll(() => api.close());

describe('responses under a rate limit', () => {
  it('contain the number of remaining requests of the token, whatever the response status', async () => {
    const [{ http }, other] = [await aTenant(api), await aTenant(api, ['meta.get'])];
    const told = async (path: string, client = http) => {
      const { status, headers } = await client.get(path);
      return [status, headers['ratelimit-policy'], headers['ratelimit']?.replace(/t=\d+$/, 't=')];
    };
    const policy = '"requests";q=4;w=60';
    expect(await told('/api/orders')).toEqual([200, policy, '"requests";r=3;t=']);
    expect(await told('/api/orders/none')).toEqual([404, policy, '"requests";r=2;t=']);
    expect(await told('/api/orders', other.http)).toEqual([403, policy, '"requests";r=3;t=']);
    expect(await told('/api/orders?page[size]=x')).toEqual([400, policy, '"requests";r=1;t=']);
    expect(await told('/api/orders')).toEqual([200, policy, '"requests";r=0;t=']);
    expect(await told('/api/orders')).toEqual([429, policy, '"requests";r=0;t=']);
    expect(await told('/api')).toEqual([200, undefined, undefined]);
  });

  it('contain the header Server-Timing in development', async () => {
    const { http } = await aTenant(api);
    const parts = (await http.get('/api/orders')).headers['server-timing']!.match(/[\w-]+(?=;dur=)/g);
    expect(parts).toEqual(
      expect.arrayContaining(['host', 'shop', 'token', 'scope', 'db', 'document', 'total']),
    );
  });

  it('contain the same number of seconds in RateLimit and Retry-After if the status is 429', async () => {
    const { http } = await aTenant(api);
    for (let times = 0; times < 4; times += 1) await http.get('/api/orders');
    const { status, headers } = await http.get('/api/orders');
    expect([status, headers['ratelimit']]).toEqual([429, `"requests";r=0;t=${headers['retry-after']}`]);
  });
});

describe('request log', () => {
  it('contains only requests of apps, without bodies, up to the limit per minute', async () => {
    const [{ shop, http }, app] = [await aTenant(api), await anApp(api.database)];
    const token = await anOAuthToken(api.database, shop, app, ['orders.collection', 'orders.get']);
    const headers = { 'x-request-id': 'my-own' };
    await http.get('/api/orders');
    await http.as(token).get('/api/orders?sort=secret', { headers });
    await http.as(token).get('/api/orders/secret');
    await http.as(token).post('/api/orders', { data: 'secret' });
    await http.as(token).get('/api/installation');
    await http.as(token).get('/api/orders');
    await http.as(token).get('/api/orders');
    await http.get('/api/orders');
    await api.application.get(RequestLog).flush();
    const rows = await api.database.query(
      `SELECT method, route, status, left_out, installation_id IS NOT NULL AS installed, request_id,
        duration_ms >= 0 AS took
       FROM auth.app_requests WHERE shop_id = $1 AND app_id = $2 ORDER BY id`,
      [shop.id, app.id],
    );
    const some = { left_out: 0, installed: true, took: true, request_id: expect.any(String) as unknown };
    expect(rows).toEqual([
      { ...some, method: 'GET', route: '/api/orders', status: 400, request_id: 'my-own' },
      { ...some, method: 'GET', route: '/api/orders/{id}', status: 404 },
      { ...some, method: 'POST', route: '/api/orders', status: 403 },
      { ...some, method: 'GET', route: '/api/installation', status: 200 },
      { ...some, method: 'GET', route: '/api/orders', status: 429 },
    ]);
    const everything = await api.database.query('SELECT r::text FROM auth.app_requests r');
    expect(JSON.stringify(everything)).not.toMatch(/secret|swo_/);
  });
});
