import type { INestApplicationContext } from '@nestjs/common';
import { routeTable } from '@storewright/access';
import { anAccessToken, anApp, anOAuthToken } from '@storewright/testing';
import { anOwnedShop, authApi, codesOf, type OwnedShop, type TestService } from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const openToTokens = () =>
  routeTable(service.application as INestApplicationContext).flatMap(({ method, path, access }) =>
    access.kind === 'session' && access.orToken
      ? [{ method, path: path.replace(':shop_id', shop.id), scope: access.orToken }]
      : [],
  );

it('every route that accepts tokens requires a scope and names the scope in the error', async () => {
  const { database, api } = service;
  const app = await anApp(database);
  expect(openToTokens().length).toBeGreaterThan(0);
  for (const { method, path, scope } of openToTokens()) {
    for (const token of [
      await anAccessToken(database, shop, ['meta.get', 'shops.collection']),
      await anOAuthToken(database, shop, app, ['meta.get']),
    ]) {
      const refused = await api.as(token).send(method, path);
      expect([path, refused.status, codesOf(refused)]).toEqual([path, 403, ['insufficient_scope']]);
      expect(refused.body.errors[0].meta).toEqual({ required_scopes: [scope] });
      expect(refused.text).not.toContain(shop.domain);
    }
    for (const token of [await anAccessToken(database, shop, [scope]), await anAccessToken(database, shop)])
      expect([path, (await api.as(token).send(method, path)).status]).toEqual([path, 200]);
    expect((await shop.api.send(method, path)).status).toBe(200);
  }
});
