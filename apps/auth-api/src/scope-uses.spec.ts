import { randomUUID } from 'node:crypto';
import { countUse, dayAgo } from './testing/counted-scopes';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const used = (id: string, scope: string, use = {}) => countUse(service, shop, [id, scope], use);

/** Creates an access token whose last change is some days ago. */
async function aToken(scopes: string[], daysAgo = 200): Promise<string> {
  const { body } = await shop.api.post(
    `${shop.path}/access_tokens`,
    newObject('access_tokens', { name: 'Script', scopes }),
  );
  const { id } = body.data as { id: string };
  await service.database.query(
    `UPDATE auth.access_tokens SET scopes_granted_at = now() - $2 * interval '1 day' WHERE id = $1`,
    [id, daysAgo],
  );
  return id;
}
const usesOf = async (id: string) => (await shop.api.get(`${shop.path}/scope_uses/${id}`)).body.data;
const scopes = ['meta.get', 'meta.post', 'orders.get'];

describe('GET /api/shops/{shop_id}/scope_uses', () => {
  it('returns the number of requests, methods and last day of use for each granted scope', async () => {
    const id = await aToken(scopes);
    await used(id, 'meta.get', { daysAgo: 1, requests: 2 });
    await used(id, 'meta.get', { daysAgo: 1, requests: 3, method: 'HEAD' });
    await used(id, 'meta.get', { daysAgo: 40, requests: 10 });
    await used(id, 'meta.post', { daysAgo: 95, requests: 7, method: 'POST' });
    // The token no longer has this scope.
    await used(id, 'codes.get');
    expect(await usesOf(id)).toMatchObject({
      type: 'scope_uses',
      attributes: {
        name: 'Script',
        observed_since: `${dayAgo(95)}T00:00:00.000000Z`,
        uses: [
          {
            scope: 'meta.get',
            last_used_on: dayAgo(1),
            ...{ requests_30_days: 5, requests_90_days: 15, methods: ['GET', 'HEAD'] },
          },
          {
            scope: 'meta.post',
            last_used_on: dayAgo(95),
            ...{ requests_30_days: 0, requests_90_days: 0, methods: [] },
          },
          {
            scope: 'orders.get',
            last_used_on: null,
            ...{ requests_30_days: 0, requests_90_days: 0, methods: [] },
          },
        ],
        unused_30_days: ['meta.post', 'orders.get'],
        unused_90_days: ['meta.post', 'orders.get'],
      },
      relationships: {
        installation: { data: null },
        access_token: { data: { type: 'access_tokens', id } },
      },
    });
  });

  it('reports a scope as unused only after observing the scope for the whole period', async () => {
    const [old, changed] = [await aToken(scopes), await aToken(scopes, 29)];
    expect((await usesOf(old)).attributes).toMatchObject({ observed_since: null, unused_30_days: [] });
    await used(old, 'meta.get', { daysAgo: 31 });
    expect((await usesOf(old)).attributes).toMatchObject({ unused_30_days: scopes, unused_90_days: [] });
    expect((await usesOf(changed)).attributes).toMatchObject({ unused_30_days: [] });
  });

  it('lists installed apps and active tokens, and only those with unused scopes for filter[unused_days]', async () => {
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    const [busy, idle, revoked] = [await aToken(['meta.get']), await aToken(scopes), await aToken(scopes)];
    await shop.api.delete(`${shop.path}/access_tokens/${revoked}`);
    await used(busy, 'meta.get', { daysAgo: 31 });
    await used(busy, 'meta.get');
    const idsOf = async (query = '') =>
      ((await shop.api.get(`${shop.path}/scope_uses${query}`)).body.data as { id: string }[]).map(
        ({ id }) => id,
      );
    expect((await idsOf()).sort()).toEqual([installation, busy, idle].sort());
    expect(await idsOf('?filter[unused_days]=30')).toEqual([idle]);
    expect(await idsOf('?filter[unused_days]=90')).toEqual([]);
  });
});

describe('GET /api/shops/{shop_id}/activity_records', () => {
  const networkDay = (id: string, network: string, daysAgo: number, requests: number) =>
    service.database.query(
      `INSERT INTO auth.network_days (shop_id, day, credential_id, credential, network, requests)
       VALUES ($1, $2, $3, 'access_tokens', $4, $5)`,
      [shop.id, `${dayAgo(daysAgo)}T00:00:00Z`, id, network, requests],
    );
  /** Stores a sample of level 1 from which one customer was removed. */
  const customerDay = (id: string, daysAgo: number, customerIds: string[]) =>
    service.database.query(
      `INSERT INTO auth.customer_days
         (shop_id, day, credential_id, credential, type, level, customer_ids, redacted)
       VALUES ($1, $2, $3, 'access_tokens', 'orders', 1, $4, 1)`,
      [shop.id, `${dayAgo(daysAgo)}T00:00:00Z`, id, customerIds],
    );
  const recordOf = async (id: string) =>
    (await shop.api.get(`${shop.path}/activity_records/${id}`)).body.data;

  it('returns reads and writes per resource type and day, and the networks of the requests', async () => {
    const id = await aToken(scopes);
    await used(id, 'orders.get', { daysAgo: 1, requests: 4 });
    await used(id, 'orders.collection', { daysAgo: 1, requests: 3 });
    await used(id, 'orders.patch', { daysAgo: 1, requests: 2, method: 'PATCH' });
    await used(id, 'meta.post', { daysAgo: 2, method: 'POST' });
    const customer_ids = [randomUUID(), randomUUID()].sort();
    await customerDay(id, 1, customer_ids);
    await networkDay(id, '203.0.113.0/24', 2, 1);
    await networkDay(id, '203.0.113.0/24', 1, 6);
    await networkDay(id, '2001:db8::/48', 1, 3);
    expect((await recordOf(id)).attributes).toMatchObject({
      name: 'Script',
      days: [
        { day: dayAgo(1), type: 'orders', reads: 7, writes: 2, customers: 6, customer_ids },
        { day: dayAgo(2), type: 'meta', reads: 0, writes: 1, customers: 0, customer_ids: [] },
      ],
      networks: [
        { network: '203.0.113.0/24', requests: 7, first_used_on: dayAgo(2), last_used_on: dayAgo(1) },
        { network: '2001:db8::/48', requests: 3, first_used_on: dayAgo(1), last_used_on: dayAgo(1) },
      ],
      permissions: [],
    });
    const file = await shop.api.get(`${shop.path}/activity_records/${id}/days`);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="activity-${id}.csv"`);
    const lines = [`${dayAgo(1)},orders,7,2,6,${customer_ids.join(' ')}`, `${dayAgo(2)},meta,0,1,0,`];
    expect(file.text).toBe(['day,type,reads,writes,customers,customer_ids', ...lines, ''].join('\r\n'));
    const unknown = await shop.api.get(`${shop.path}/activity_records/${shop.id}`);
    expect(unknown.status).toBe(404);
  });

  it('returns the granted scopes of an app that has not sent requests since its installation', async () => {
    const app = await aRegisteredApp(service);
    await aGrant(shop, app);
    const { body } = await shop.api.get(`${shop.path}/activity_records`);
    const [record] = body.data as { attributes: Record<string, unknown> }[];
    expect(record!.attributes).toMatchObject({
      ...{ name: 'An app', days: [], networks: [] },
      permissions: [{ scopes: expect.any(Array) }],
    });
  });
});
