import { aProduct, anApi, aTenant, type TestApi } from '@storewright/api-testing';
import { CatalogModule } from '@storewright/catalog';
import { EventLogModule } from './event-log.module';

let api: TestApi;
beforeAll(async () => {
  api = await anApi([CatalogModule, EventLogModule]);
});
afterAll(() => api.close());

it('a cursor of the event log is valid only for the event log of the same shop', async () => {
  const [one, other] = [await aTenant(api), await aTenant(api)];
  for (const { http } of [one, other]) {
    await aProduct(http);
    await aProduct(http);
  }
  const { body } = await one.http.get('/api/events?page[size]=1');
  const { search } = new URL(body.links.next as string);
  expect((await one.http.get(`/api/events${search}`)).body.data).toHaveLength(1);
  for (const refused of [
    await other.http.get(`/api/events${search}`),
    await one.http.get(`/api/products${search}`),
  ])
    expect([refused.status, refused.body.errors[0].source]).toEqual([400, { parameter: 'page[after]' }]);
});
