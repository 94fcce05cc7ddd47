import { anOwnedShop, authApi, newObject, type TestService } from './testing/test-service';

let service: TestService;
beforeAll(async () => {
  service = await authApi();
});
afterAll(() => service.stop());

const cursorOf = (links: { next: string }) => new URL(links.next).searchParams.get('page[after]')!;

it('the page cursor of a shop’s list is encrypted, and is rejected for a different shop', async () => {
  const [shop, other] = [await anOwnedShop(service), await anOwnedShop(service)];
  for (const { api, path } of [shop, other])
    for (const name of ['A secret script', 'Another'])
      await api.post(`${path}/access_tokens`, newObject('access_tokens', { name }));
  const list = '/access_tokens?sort=name&page[size]=1';
  const first = await shop.api.get(shop.path + list);
  const cursor = cursorOf(first.body.links as { next: string });
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('script');

  const next = `${list}&page[after]=${cursor}`;
  expect((await shop.api.get(shop.path + next)).body.data[0].attributes.name).toBe('Another');
  const refused = await other.api.get(other.path + next);
  expect([refused.status, refused.body.errors[0].source]).toEqual([400, { parameter: 'page[after]' }]);
});

it('the page cursor of an app list is rejected for a different developer', async () => {
  const [one, other] = [await anOwnedShop(service), await anOwnedShop(service)];
  for (const { api } of [one, other])
    for (const name of ['A', 'B'])
      await api.post(
        '/api/apps',
        newObject('apps', { name, install_url: 'https://app.example/install', scopes: [] }),
      );
  const first = await one.api.get('/api/apps?page[size]=1');
  const path = `/api/apps?page[size]=1&page[after]=${cursorOf(first.body.links as { next: string })}`;
  expect((await one.api.get(path)).status).toBe(200);
  expect((await other.api.get(path)).status).toBe(400);
});
