import { randomUUID } from 'node:crypto';
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
let app: RegisteredApp;
let installation: string;
let path: string;

beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service);
  ({ installation } = await aGrant(shop, app));
  path = `/api/apps/${app.id}/deprecated_requests`;
  // Inserts counts as the shop API records them.
  for (const [of, feature] of [
    [installation, 'things'],
    [installation, 'widgets.colour'],
    [randomUUID(), 'things'],
  ])
    await service.database.query(
      `INSERT INTO auth.deprecated_requests (shop_id, day, credential_id, credential, feature, sunset_at,
        requests, last_request_at)
       VALUES ($1, '2026-11-20T00:00:00Z', $2, 'installations', $3, '2027-04-01T00:00:00Z', 7, '2026-11-20T10:00:00Z')`,
      [shop.id, of, feature],
    );
});
afterAll(() => service.stop());

describe('GET /api/apps/{app_id}/deprecated_requests', () => {
  it(
    'shows the developer which deprecated features the app still uses, in which shop and until when ' +
      'they work',
    async () => {
      const { body } = await app.developer.api.get(`${path}?filter[feature]=things`);
      expect(body.data).toHaveLength(1);
      const [found] = body.data as [{ id: string; attributes: object; relationships: object }];
      expect(found.attributes).toEqual({
        ...{ feature: 'things', day: '2026-11-20T00:00:00.000000Z', requests: 7 },
        ...{ last_request_at: '2026-11-20T10:00:00.000000Z', sunset_at: '2027-04-01T00:00:00.000000Z' },
        shop_domain: shop.domain,
      });
      expect(found.relationships).toMatchObject({
        installation: { data: { type: 'installations', id: installation } },
      });
      expect((await app.developer.api.get(`${path}/${found.id}`)).body.data).toEqual(found);
      expect(
        (await app.developer.api.get(`${path}?filter[shop_domain]=${shop.domain}`)).body.data,
      ).toHaveLength(2);
      expect((await app.developer.api.get(`${path}/${randomUUID()}`)).status).toBe(404);
    },
  );

  it('returns 404 to other developers and to the owner of the shop', async () => {
    for (const { api } of [await anOwner(service), shop.owner]) {
      const response = await api.get(path);
      expect([response.status, codesOf(response)]).toEqual([404, ['not_found']]);
    }
  });
});
