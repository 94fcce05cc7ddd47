import {
  aMeta,
  anApi,
  changedMeta,
  codesOf,
  eventsOf,
  type TestApi,
  whileRowsAreHeld,
} from '@storewright/api-testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';

let api: TestApi;
beforeAll(async () => {
  // A request that kept the only connection of the pool would stop the next request.
  api = await anApi([MetaModule.forRoot(metaLimits)], { environment: { DATABASE_POOL_SIZE: '1' } });
});
afterAll(() => api.close());

const lockOf = (id: string) => ({
  text: 'SELECT 1 FROM shop.meta WHERE shop_id = $1 AND id = $2 FOR UPDATE',
  values: [api.shop.id, id],
});

describe.each([
  ['PATCH', 200, (id: string) => api.http.patch(`/api/meta/${id}`, changedMeta(id, { data: { size: 2 } }))],
  ['DELETE', 204, (id: string) => api.http.delete(`/api/meta/${id}`)],
])('%s /api/meta/{id}', (_, success, send) => {
  it('returns 409 rows_locked and writes nothing while another connection holds the object', async () => {
    const { id, path } = await aMeta(api.http, { data: { size: 1 } });
    const [before, events] = [(await api.http.get(path)).body, await eventsOf(api.database, api.shop)];
    const refused = await whileRowsAreHeld(api.database, lockOf(id), () => send(id));
    expect([refused.status, codesOf(refused)]).toEqual([409, ['rows_locked']]);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body.errors[0].detail).toMatch(/^Other requests are changing the same objects/);
    expect((await api.http.get(path)).body).toEqual(before);
    expect(await eventsOf(api.database, api.shop)).toEqual(events);
    expect((await send(id)).status).toBe(success);
  });
});
