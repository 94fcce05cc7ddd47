import { once } from 'node:events';
import { until } from '@storewright/testing';
import { ageGrants, countUse } from './testing/counted-scopes';
import { aShopInstance, routedScopes, type ShopInstance, slowRequest } from './testing/shop-instance';
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
let instances: ShopInstance[];

beforeAll(async () => {
  service = await authApi();
  instances = [await aShopInstance(service), await aShopInstance(service)];
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await service.stop();
});

/** Creates an access token that the shop has observed for 60 days. */
async function anObservedToken(): Promise<{ id: string; token: string }> {
  const created = await shop.api.post(
    `${shop.path}/access_tokens`,
    newObject('access_tokens', { name: 'Script', scopes: routedScopes }),
  );
  const { id } = created.body.data as { id: string };
  await ageGrants(service, shop, 60);
  await countUse(service, shop, [shop.id, 'meta.get'], { daysAgo: 60 });
  return { id, token: created.body.meta.token as string };
}

const reduce = (attributes: object) =>
  shop.api.post(`${shop.path}/scope_reductions`, newObject('scope_reductions', attributes));
const [one, other] = [() => instances[0]!, () => instances[1]!];

describe('POST /api/shops/{shop_id}/scope_reductions with two shop API instances', () => {
  it('removes exactly the unused scopes, and replayed requests still succeed on both instances', async () => {
    const { id, token } = await anObservedToken();
    const used = ['meta.get', 'orders.get', 'products.get'];
    const unused = routedScopes.filter((scope) => !used.includes(scope));
    // Repeats the scopes in an order that visits each scope on both instances.
    const traffic = Array.from({ length: 30 }, (_, at) => ({
      ...{ scope: used[(at * 7) % used.length]!, instance: instances[at % 2]! },
    }));
    const send = async () => {
      const statuses = new Set<number>();
      for (const { scope, instance } of traffic)
        statuses.add((await instance.as(shop, token).get(`/api/${scope}`)).status);
      return [...statuses];
    };
    expect(await send()).toEqual([200]);
    for (const { uses } of instances) await uses.flush();
    const { body } = await shop.api.get(`${shop.path}/scope_uses/${id}`);
    const proposal = { unused_days: 30, removed_scopes: unused, remaining_scopes: used };
    expect(body.data.attributes.proposals).toEqual([{ ...proposal, refused_requests_30_days: 0 }]);
    expect((await reduce({ access_token_id: id, unused_days: 30 })).body.data.attributes).toMatchObject(
      proposal,
    );
    for (const instance of instances)
      for (const scope of unused)
        await until(
          'the scope ends on this instance',
          async () => (await instance.as(shop, token).get(`/api/${scope}`)).status === 403,
        );
    expect(await send()).toEqual([200]);
  });

  it('lets a running request finish and rejects the next request on both instances', async () => {
    const { id, token } = await anObservedToken();
    const started = once(slowRequest, 'started');
    const running = one().as(shop, token).get('/api/slow');
    await started;
    expect((await other().as(shop, token).get('/api/orders.get')).status).toBe(200);
    expect((await reduce({ access_token_id: id, scopes: ['orders.get'] })).status).toBe(201);
    for (const instance of instances)
      await until(
        'the scope ends on this instance',
        async () => (await instance.as(shop, token).get('/api/orders.get')).status === 403,
      );
    slowRequest.emit('released');
    expect((await running).status).toBe(200);
  });

  it('returns 422 for a scope that was used on one instance for the first time', async () => {
    const { id, token } = await anObservedToken();
    expect((await one().as(shop, token).get('/api/codes.get')).status).toBe(200);
    const counted = `SELECT 1 FROM auth.scope_days WHERE shop_id = $1 AND scope = 'codes.get'`;
    await until(
      'the use is stored',
      async () => (await service.database.query(counted, [shop.id])).length > 0,
    );
    const answer = await reduce({ access_token_id: id, unused_days: 30, scopes: ['codes.get'] });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
  });

  it('withdraws the scope from the old and the new value of a rotated access token', async () => {
    const { id, token: previous } = await anObservedToken();
    const rotated = await shop.api.post(`${shop.path}/access_tokens/${id}/rotations`, '');
    const texts = [previous, rotated.body.meta.token as string];
    expect((await reduce({ access_token_id: id, scopes: ['meta.get'] })).status).toBe(201);
    for (const text of texts) {
      const answer = await one().as(shop, text).get('/api/meta.get');
      expect([answer.status, codesOf(answer)]).toEqual([403, ['insufficient_scope']]);
    }
    const { body } = await shop.api.get(`${shop.path}/access_tokens/${id}`);
    expect(body.data.attributes.scopes).toEqual(['codes.get', 'meta.post', 'orders.get', 'products.get']);
  });
});
