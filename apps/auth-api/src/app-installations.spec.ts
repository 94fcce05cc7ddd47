import { randomUUID } from 'node:crypto';
import {
  aGrant,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shops: OwnedShop[];
let app: RegisteredApp;
let granted: Awaited<ReturnType<typeof aGrant>>[];
let path: string;

beforeAll(async () => {
  service = await authApi();
  shops = [await anOwnedShop(service), await anOwnedShop(service), await anOwnedShop(service)];
});
beforeEach(async () => {
  app = await aRegisteredApp(service, { scopes: ['meta.get'] });
  await service.database.query(
    `UPDATE auth.apps SET webhook_url = 'https://app.example/hooks' WHERE id = $1`,
    [app.id],
  );
  granted = [];
  for (const shop of shops) granted.push(await aGrant(shop, app));
  path = `/api/apps/${app.id}/installations`;
});
afterAll(() => service.stop());

interface Listed {
  id: string;
  attributes: Record<string, unknown>;
}
const list = async (query = '') => (await app.developer.api.get(path + query)).body.data as Listed[];
const ids = async (query: string) => (await list(query)).map(({ id }) => id);
const count = (shop: OwnedShop, credential_id: string, [at, ...counts]: [Date, number, number, number]) =>
  service.database.query(
    `INSERT INTO auth.request_counts (shop_id, hour, credential_id, credential, requests, client_errors, server_errors)
     VALUES ($1, date_trunc('hour', $2::timestamptz), $3, 'installations', $4, $5, $6)`,
    [shop.id, at, credential_id, ...counts],
  );
/**
 * Inserts delivery counts by hour and day as the worker does. Each delivery takes less than a second except
 * the first, which takes a minute.
 */
const deliver = (
  shop: OwnedShop,
  installation: string,
  [at, ...counts]: [at: Date, delivered: number, waiting: number, failed: number],
) =>
  service.database.query(
    `WITH hours AS (INSERT INTO auth.webhook_counts VALUES ($1, $2, date_trunc('hour', $3::timestamptz), $4,
      $5, $6, $7) RETURNING *)
     INSERT INTO auth.webhook_days AS d SELECT shop_id, installation_id, date_trunc('day', hour, 'UTC'),
       delivered, waiting, failed, delays FROM hours
     ON CONFLICT (shop_id, installation_id, day) DO UPDATE SET delivered = d.delivered + EXCLUDED.delivered,
       waiting = d.waiting + EXCLUDED.waiting,
       failed = d.failed + EXCLUDED.failed, delays = ARRAY(SELECT a + b FROM unnest(d.delays,
         EXCLUDED.delays) AS s (a, b))`,
    [
      ...[shop.id, installation, at, ...counts],
      [0, 0, 0, Math.max(counts[0] - 1, 0), 0, 0, 0, 0, Math.min(counts[0], 1), 0, 0, 0, 0],
    ],
  );
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const tell = (kind: string, installation: string, detail: object = {}) =>
  service.database.query(
    `INSERT INTO auth.audit_entries (id, owner_id, app_id, kind, detail) VALUES (uuidv7(), $1, $2, $3, $4)`,
    [app.developer.id, app.id, kind, JSON.stringify({ installation_id: installation, ...detail })],
  );

describe('GET /api/apps/{app_id}/installations', () => {
  it("returns the shops with the app, and the app's request and delivery counts, to the app's developer", async () => {
    const [shop, first] = [shops[0]!, granted[0]!];
    const { body } = await service.api.get(`/api/oauth_tokens/nonce/${first.nonce}`);
    await service.api.as(body.data.attributes.token as string).get(shop.path);
    await count(shop, first.installation, [hoursAgo(1), 10, 2, 1]);
    await count(shop, first.installation, [hoursAgo(26), 5, 0, 0]);
    await count(shop, first.installation, [hoursAgo(192), 1000, 0, 0]);
    await count(shop, randomUUID(), [hoursAgo(1), 500, 0, 0]);
    await deliver(shop, first.installation, [hoursAgo(1), 20, 2, 1]);
    await deliver(shop, first.installation, [hoursAgo(26), 10, 0, 0]);
    await deliver(shop, first.installation, [hoursAgo(192), 1000, 0, 0]);
    await deliver(shop, randomUUID(), [hoursAgo(1), 500, 0, 0]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    const all = await list();
    expect(all.map(({ id }) => id).sort()).toEqual(granted.map(({ installation }) => installation).sort());
    expect(all.find(({ id }) => id === first.installation)).toEqual({
      type: 'installations',
      id: first.installation,
      attributes: {
        ...{ shop_domain: shop.domain, shop_name: shop.domain, scopes: ['meta.get'], status: 'installed' },
        ...{ token_status: 'active', last_used_at: time, installed_at: time, uninstalled_at: null },
        ...{ requests: 15, client_errors: 2, server_errors: 1 },
        ...{ webhook_status: 'active', webhook_failing_since: null },
        ...{ webhooks_delivered: 30, webhooks_waiting: 2, webhooks_failed: 1 },
      },
      relationships: {
        app: { data: { type: 'apps', id: app.id } },
        shop: { data: { type: 'shops', id: shop.id } },
      },
      links: { self: `${service.api.origin}${path}/${first.installation}` },
    });
    expect((await app.developer.api.get(`${path}/${first.installation}`)).body.data).toEqual(
      all.find(({ id }) => id === first.installation),
    );
  });

  it('reports paused webhooks and the time since which the app has been unreachable', async () => {
    const [failing, again] = [granted[0]!.installation, granted[1]!.installation];
    await tell('webhooks.paused', failing, { failing_since: '2026-11-20T10:00:00.000Z' });
    await tell('webhooks.paused', again, { failing_since: '2026-11-20T10:00:00.000Z' });
    await tell('webhooks.resumed', again, { failing_since: '2026-11-20T10:00:00.000Z' });
    expect(await ids('?filter[webhook_status]=paused')).toEqual([failing]);
    const [paused] = await list(`?filter[webhook_status]=paused`);
    expect(paused!.attributes['webhook_failing_since']).toBe('2026-11-20T10:00:00.000000Z');
    expect((await ids('?filter[webhook_status]=active')).length).toBe(2);
    await tell('webhooks.expired', again);
    expect((await ids('?filter[webhook_status]=paused')).sort()).toEqual([failing, again].sort());
    const attributes = { webhook_url: null };
    await app.developer.api.patch(`/api/apps/${app.id}`, { data: { type: 'apps', id: app.id, attributes } });
    expect((await list()).map((each) => each.attributes['webhook_status'])).toEqual([null, null, null]);
  });

  it('paginates the list and filters by shop and status', async () => {
    const [gone, shop] = [granted[1]!.installation, shops[1]!];
    await shop.api.delete(`${shop.path}/installations/${gone}`);
    expect(await ids('?filter[status]=uninstalled')).toEqual([gone]);
    expect(await ids(`?filter[shop_domain]=${shop.domain}`)).toEqual([gone]);
    const seen: string[] = [];
    let next: string | null = `${path}?page[size]=1&page[total]=true`;
    while (next !== null) {
      const { body } = await app.developer.api.get(next.replace(/^http:\/\/[^/]+/, ''));
      expect(body.meta.page.total).toBe(3);
      seen.push(...(body.data as Listed[]).map(({ id }) => id));
      next = body.links.next as string | null;
    }
    expect(seen).toEqual(granted.map(({ installation }) => installation).sort());
  });

  it("returns 404 to everyone except the app's developer, including owners of shops with the app", async () => {
    for (const { api } of [await anOwner(service), shops[0]!.owner]) {
      for (const each of [path, `${path}/${granted[0]!.installation}`]) {
        const answer = await api.get(each);
        expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
      }
    }
  });

  it('omits installations of apps other than the requested app', async () => {
    const other = await aRegisteredApp(service);
    const { installation } = await aGrant(shops[0]!, other);
    expect((await app.developer.api.get(`${path}/${installation}`)).status).toBe(404);
    const own = newObject('apps', { name: 'Another', install_url: 'https://app.example/', scopes: [] });
    const second = (await app.developer.api.post('/api/apps', own)).body.data.id as string;
    expect((await app.developer.api.get(`/api/apps/${second}/installations`)).body.data).toEqual([]);
    expect(
      (await app.developer.api.get(`/api/apps/${second}/installations/${granted[0]!.installation}`)).status,
    ).toBe(404);
  });
});

describe('GET /api/apps/{app_id}/webhook_statistics', () => {
  const statistics = () => `/api/apps/${app.id}/webhook_statistics`;
  const counted = async (query = '') => {
    const { body } = await app.developer.api.get(statistics() + query);
    return (body.data as Listed[]).map(({ attributes: { start: _, ...counts } }) => counts);
  };

  it('counts webhook deliveries per day or hour, across all shops or for one shop', async () => {
    const [first, second] = [granted[0]!.installation, granted[1]!.installation];
    await deliver(shops[0]!, first, [hoursAgo(48), 40, 1, 0]);
    await deliver(shops[1]!, second, [hoursAgo(48), 10, 0, 3]);
    await deliver(shops[2]!, randomUUID(), [hoursAgo(48), 1000, 0, 0]);
    await deliver(shops[0]!, first, [hoursAgo(192), 7, 0, 0]);
    const both = { delivered: 50, waiting: 1, failed: 3, delay_p95_ms: 1000 };
    expect(await counted()).toEqual([both]);
    expect(await counted('?filter[interval]=hour')).toEqual([both]);
    expect(await counted(`?filter[installation]=${second}`)).toEqual([
      // One of ten deliveries is more than 5 %.
      { delivered: 10, waiting: 0, failed: 3, delay_p95_ms: 300_000 },
    ]);
    const [day] = (await app.developer.api.get(statistics())).body.data as Listed[];
    const shown = await app.developer.api.get(`${statistics()}/${day!.id}`);
    expect([shown.status, shown.body.data]).toEqual([200, day]);
  });

  it('excludes webhook deliveries before filter[since] from the count of the first day', async () => {
    const day = hoursAgo(48).toISOString().slice(0, 10);
    for (const [at, delivered] of [
      ['05:00', 40],
      ['09:00', 10],
    ] as const)
      await deliver(shops[0]!, granted[0]!.installation, [new Date(`${day}T${at}:00Z`), delivered, 0, 0]);
    await deliver(shops[1]!, granted[1]!.installation, [hoursAgo(24), 7, 0, 0]);
    for (const [since, delivered] of [
      ['00:00:00', [50, 7]],
      ['09:00:00', [10, 7]],
      ['09:00:01', [7]],
    ] as const) {
      const days = await counted(`?filter[since]=${day}T${since}Z`);
      expect([since, days.map((each) => each['delivered'])]).toEqual([since, delivered]);
    }
  });

  it('returns a null delay if no webhook was delivered', async () => {
    await deliver(shops[0]!, granted[0]!.installation, [new Date(), 0, 2, 0]);
    expect(await counted()).toEqual([{ delivered: 0, waiting: 2, failed: 0, delay_p95_ms: null }]);
  });

  it("returns 404 to everyone except the app's developer, including owners of shops with the app", async () => {
    for (const { api } of [await anOwner(service), shops[0]!.owner])
      for (const each of [statistics(), `${statistics()}/2026-11-21`])
        expect(codesOf(await api.get(each))).toEqual(['not_found']);
  });

  it(
    'rejects an invalid installation, interval or time, and counts nothing for an installation of ' +
      'another app',
    async () => {
      for (const [query, status] of [
        ['filter[installation]=of+another', 400],
        ['filter[installation]=00000000-0000-0000-0000-000000000000', 200],
        ['filter[interval]=week', 400],
        ['filter[since]=2020-01-01T00:00:00Z', 400],
      ] as const)
        expect([query, (await app.developer.api.get(`${statistics()}?${query}`)).status]).toEqual([
          query,
          status,
        ]);
    },
  );
});
