import { aTenant, type TestApi } from '@storewright/api-testing';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => (api = await startShopApi({ RATE_LIMIT_PER_MINUTE: '4', SERVER_TIMING: 'true' })));
afterAll(() => api.close());

describe('where the operator set a limit, an answer', () => {
  it('tells what is left of it to the token that asked, whatever else it says', async () => {
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

  it('says for development where its time went, in the parts of a trace', async () => {
    const { http } = await aTenant(api);
    const parts = (await http.get('/api/orders')).headers['server-timing']!.match(/[\w-]+(?=;dur=)/g);
    expect(parts).toEqual(
      expect.arrayContaining(['host', 'shop', 'token', 'scope', 'db', 'document', 'total']),
    );
  });

  it('of 429 names the same seconds in Retry-After', async () => {
    const { http } = await aTenant(api);
    for (let times = 0; times < 4; times += 1) await http.get('/api/orders');
    const { status, headers } = await http.get('/api/orders');
    expect([status, headers['ratelimit']]).toEqual([429, `"requests";r=0;t=${headers['retry-after']}`]);
  });
});
