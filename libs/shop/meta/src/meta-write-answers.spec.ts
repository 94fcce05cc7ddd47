import { aMeta, anApi, aTenant, changedMeta, newMeta, type TestApi } from '@storewright/api-testing';
import { MetaModule, metaLimits } from './index';

let api: TestApi;
beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
});
afterAll(() => api.close());

it('a write of a metadata object by a token without read access returns only the sent keys', async () => {
  const { http, shop } = await aTenant(api);
  const writer = await aTenant(api, ['meta.post', 'meta.patch'], shop);
  const created = newMeta({ data: { b: 1.5 } }) as { data: { attributes: object } };
  expect((await writer.http.post('/api/meta', created)).body.data.attributes).toEqual(
    created.data.attributes,
  );

  const { id, path } = await aMeta(http, { data: { secret: 'x' } });
  for (const data of [{}, { b: null, c: 2 }]) {
    const { status, body } = await writer.http.patch(path, changedMeta(id, { data }));
    expect([status, body.data.attributes]).toEqual([200, { data }]);
  }
  const override = await writer.http.patch(path, changedMeta(id, { data: { d: 1 }, override: true }));
  expect(override.body.data.attributes).toEqual({ data: { d: 1 } });
});
