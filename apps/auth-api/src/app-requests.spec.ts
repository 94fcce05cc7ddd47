import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  aGrant,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let other: OwnedShop;
let app: RegisteredApp;
let installation: string;
let path: string;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Inserts requests as the shop API records them. */
const logged = (given: {
  of?: OwnedShop;
  agoMs: number;
  status: number;
  route: string;
  request_id: string;
}) => {
  const { of = shop, agoMs, status, route, request_id } = given;
  const at = Date.now() - agoMs;
  return service.database.query(
    `INSERT INTO auth.app_requests VALUES ($1, $2, $3, $4, $5, 'GET', $6, $7, 12, $8, 3)`,
    [of.id, uuidv7({ msecs: at }), app.id, installation, new Date(at), route, status, request_id],
  );
};

beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
  other = await anOwnedShop(service);
  app = await aRegisteredApp(service);
  ({ installation } = await aGrant(shop, app));
  path = `/api/apps/${app.id}/requests`;
  const [list, one] = ['/api/orders', '/api/orders/{id}'];
  await logged({ agoMs: 8 * day, status: 200, route: list, request_id: 'week-ago' });
  await logged({ agoMs: 6 * day, status: 200, route: list, request_id: 'days-ago' });
  await logged({ agoMs: 3 * minute, status: 404, route: one, request_id: 'not-there' });
  await logged({ agoMs: 2 * minute, status: 503, route: one, request_id: 'away' });
  await logged({ of: other, agoMs: minute, status: 403, route: list, request_id: 'refused' });
});
afterAll(() => service.stop());

const listed = async (query = '') => {
  const { body } = await app.developer.api.get(`${path}?${query}`);
  return (body.data as { attributes: { request_id: string } }[]).map(
    ({ attributes }) => attributes.request_id,
  );
};

describe('GET /api/apps/{app_id}/requests', () => {
  it("returns requests of the last seven days in all shops, newest first, to the app's developer", async () => {
    expect(await listed()).toEqual(['refused', 'away', 'not-there', 'days-ago']);
    const { body } = await app.developer.api.get(`${path}?filter[request_id]=not-there`);
    const [found] = body.data as [
      { id: string; attributes: { requested_at: string }; relationships: object },
    ];
    expect(found.attributes).toEqual({
      ...{ method: 'GET', route: '/api/orders/{id}', status: 404, duration_ms: 12 },
      ...{ request_id: 'not-there', requested_at: found.attributes.requested_at },
      ...{ shop_domain: shop.domain, left_out: 3 },
    });
    expect(found.relationships).toMatchObject({
      installation: { data: { type: 'installations', id: installation } },
      shop: { data: { type: 'shops', id: shop.id } },
    });
    expect((await app.developer.api.get(`${path}/${found.id}`)).body.data).toEqual(found);
    expect((await app.developer.api.get(`${path}/${randomUUID()}`)).status).toBe(404);
  });

  it('returns the next page for the cursor of a page', async () => {
    const first = await app.developer.api.get(`${path}?page[size]=3`);
    const { pathname, search } = new URL(first.body.links.next as string);
    const { body } = await app.developer.api.get(pathname + search);
    expect(body.data).toMatchObject([{ attributes: { request_id: 'days-ago' } }]);
    expect(await listed('sort=id&page[size]=1')).toEqual(['days-ago']);
  });

  it.each([
    ['filter[status]=4xx', ['refused', 'not-there']],
    ['filter[status]=503', ['away']],
    ['filter[status]=2xx', ['days-ago']],
    ['filter[route]=/api/orders/{id}', ['away', 'not-there']],
    ['filter[method]=POST', []],
    ['filter[request_id]=away', ['away']],
  ])('returns only the requests that match %s', async (filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it('filters by shop and by time', async () => {
    expect(await listed(`filter[shop_domain]=${other.domain}`)).toEqual(['refused']);
    const since = new Date(Date.now() - 2.5 * minute).toISOString();
    expect(await listed(`filter[since]=${since}`)).toEqual(['refused', 'away']);
  });

  it.each(['filter[status]=6xx', 'filter[status]=40x', 'filter[since]=yesterday'])(
    'returns 400 for %s',
    async (filter) => {
      const response = await app.developer.api.get(`${path}?${filter}`);
      expect([response.status, codesOf(response)]).toEqual([400, ['invalid_query_parameter']]);
    },
  );

  it('returns 404 to other developers and to the owner of a shop that installed the app', async () => {
    for (const { api } of [await anOwner(service), shop.owner]) {
      const response = await api.get(path);
      expect([response.status, codesOf(response)]).toEqual([404, ['not_found']]);
    }
  });
});
