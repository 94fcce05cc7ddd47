import { until } from '@storewright/testing';
import { mintToken } from '@storewright/tokens';
import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi({ TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const path = () => `${shop.path}/canary_tokens`;
async function plant(name = 'Backup'): Promise<{ id: string; token: string }> {
  const { status, body, headers } = await shop.api.post(path(), newObject('canary_tokens', { name }));
  expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
  return { id: body.data.id as string, token: body.meta.token as string };
}
const use = (token: string, headers: Record<string, string> = {}) =>
  service.api.as(token).send('GET', shop.path, { headers });
const entries = async () => {
  const list = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=canary_tokens.used`);
  return list.body.data as { attributes: { detail: object } }[];
};
const usedAt = async (id: string) =>
  (await shop.api.get(`${path()}/${id}`)).body.data.attributes.last_used_at as string | null;

describe('/api/shops/{shop_id}/canary_tokens', () => {
  it('creates a canary token, returns its value once, lists the token and deletes the token', async () => {
    const { id, token } = await plant();
    expect(token).toMatch(/^swa_[0-9A-Za-z]{46}$/);
    const { attributes } = (await shop.api.get(`${path()}/${id}`)).body.data;
    expect(attributes).toEqual({
      name: 'Backup',
      last_four: token.slice(-4),
      created_at: expect.any(String) as string,
      last_used_at: null,
    });
    expect((await shop.api.get(path())).body.data).toHaveLength(1);
    expect((await shop.api.get(`${shop.path}/access_tokens`)).body.data).toEqual([]);
    const other = await anOwnedShop(service);
    expect((await other.api.get(`${other.path}/canary_tokens/${id}`)).status).toBe(404);
    expect((await shop.api.get(`${path()}/${id.toUpperCase()}`)).body.data.id).toBe(id);
    expect((await shop.api.delete(`${path()}/${id.toUpperCase()}`)).status).toBe(204);
    expect((await shop.api.get(`${path()}/${id}`)).status).toBe(404);
    const entries = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=canary_tokens.deleted`);
    expect(entries.body.data[0].attributes.detail).toEqual({ canary_token_id: id, name: 'Backup' });
  });

  it('returns 403 limit_reached for the 51st token of a shop', async () => {
    await service.database.query(
      `INSERT INTO auth.canary_tokens (shop_id, id, name, digest, last_four)
      SELECT $1, gen_random_uuid(), 'n', sha256(convert_to($2 || n, 'UTF8')), 'xxxx' FROM generate_series(1, 50) n`,
      [shop.id, `canary of ${shop.id} `],
    );
    const refused = await shop.api.post(path(), newObject('canary_tokens', { name: 'One more' }));
    expect([refused.status, codesOf(refused)]).toEqual([403, ['limit_reached']]);
  });
});

describe('a request with a canary token', () => {
  it('returns the response for an unknown token and alerts the owners with IP address and user agent', async () => {
    const { id, token } = await plant();
    const headers = { 'user-agent': 'curl/8.16.0', 'x-forwarded-for': '203.0.113.9' };
    const [canary, unknown] = [await use(token, headers), await use(mintToken('access_token').reveal())];
    const shown = ({ status, body }: typeof canary) => [
      status,
      body.errors.map(({ code, detail }: { code: string; detail: string }) => [code, detail]),
    ];
    expect(shown(canary)).toEqual(shown(unknown));
    expect(canary.status).toBe(401);
    await until('the alert is written', async () => (await entries()).length > 0);
    expect((await entries())[0]!.attributes.detail).toEqual({
      ...{ canary_token_id: id, name: 'Backup' },
      ...{ address: '203.0.113.9', user_agent: 'curl/8.16.0' },
    });
    expect(await usedAt(id)).not.toBeNull();
    const bell = (await shop.api.get(`${shop.path}/notifications`)).body.data;
    expect(bell).toMatchObject([
      { attributes: { kind: 'canary_used', subject_type: 'canary_tokens', subject_id: id } },
    ]);
  });

  it('sends one alert per hour, even if several service instances receive requests with the canary token', async () => {
    const { id, token } = await plant();
    await use(token);
    await until('the alert is written', async () => (await entries()).length > 0);
    const first = await usedAt(id);
    const other = await authApi({}, undefined, service.database);
    await other.api.as(token).get(shop.path);
    await until('the second use is recorded', async () => (await usedAt(id)) !== first);
    await other.application.close();
    expect(await entries()).toHaveLength(1);
  });
});
