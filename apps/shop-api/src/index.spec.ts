import { codesOf, pathOf, type TestApi } from '@storewright/api-testing';
import { librariesOfShop } from './testing/libraries';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
});
afterAll(() => api.close());

describe('GET /api (docs/contract.md §2)', () => {
  it('links to every collection (RC-02) and returns the JSON:API version (DS-26)', async () => {
    const { status, body } = await api.http.get('/api');
    const { self, ...links } = body.links as Record<string, { href: string }>;
    expect(pathOf(self!)).toBe('/api');
    expect([status, body.jsonapi.version]).toEqual([200, '1.1']);
    const samples = (await librariesOfShop()).flatMap((library) => library.samples);
    // Uploaded files have no list.
    const listed = samples.filter(({ resource }) => resource.type !== 'image_files');
    const paths = Object.fromEntries(listed.map(({ resource: { type, path } }) => [type, path]));
    expect(Object.fromEntries(Object.entries(links).map(([type, { href }]) => [type, pathOf(href)]))).toEqual(
      paths,
    );
    expect(paths).toHaveProperty('meta');
    for (const path of Object.values(links).map(({ href }) => pathOf(href)!))
      expect([path, (await api.http.get(path)).status]).toEqual([path, 200]);
  });

  it('rejects all methods except GET, HEAD and OPTIONS (HT-01, HT-02, HT-07)', async () => {
    const [read, head] = [await api.http.get('/api'), await api.http.send('HEAD', '/api')];
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      read.status,
      read.headers['content-type'],
      '',
    ]);
    expect((await api.http.send('OPTIONS', '/api')).status).toBe(204);
    for (const method of [
      'PUT',
      'POST',
      'PATCH',
      'DELETE',
      'TRACE',
      'PROPFIND',
      'PURGE',
      'LOCK',
      'M-SEARCH',
      'QUERY',
    ]) {
      const answer = await api.http.send(method, '/api');
      expect([method, answer.status, codesOf(answer)]).toEqual([method, 405, ['method_not_allowed']]);
      expect(answer.headers['allow']!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
    }
  });

  it('requires no token, and returns 404 on the host of an unknown shop', async () => {
    const stranger = api.http.as();
    expect((await stranger.get('/api')).status).toBe(200);
    expect((await stranger.at('localhost').get('/api')).status).toBe(200);
    const nowhere = await stranger.at('nobody.localhost').get('/api');
    expect([nowhere.status, codesOf(nowhere)]).toEqual([404, ['shop_not_found']]);
  });
});
