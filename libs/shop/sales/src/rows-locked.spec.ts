import {
  aCustomer,
  anApi,
  aTenant,
  changed,
  codesOf,
  eventsOf,
  newCustomer,
  type Tenant,
  type TestApi,
  whileRowsAreHeld,
} from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import { atomicExtension, mediaType } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import { SalesModule } from './sales.module';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  // With one connection, the next request would block if a request did not release the connection.
  api = await anApi([SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory })], {
    environment: { DATABASE_POOL_SIZE: '1' },
  });
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const renamed = (id: string) => changed('customers', id, { first_name: 'Renamed' });
const together = (...operations: object[]) =>
  tenant.http.post(
    '/api/operations',
    { 'atomic:operations': operations },
    { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
  );
const customers = async () => (await tenant.http.get('/api/customers')).body.data;

describe.each([
  ['PATCH /api/customers/{id}', (id: string) => tenant.http.patch(`/api/customers/${id}`, renamed(id))],
  [
    'POST /api/operations',
    (id: string) => together({ op: 'add', ...newCustomer() }, { op: 'update', ...renamed(id) }),
  ],
])('%s', (_, send: (id: string) => Promise<Response>) => {
  it('returns 409 rows_locked and writes nothing while a second connection locks the customer', async () => {
    const { id } = await aCustomer(tenant.http);
    const [before, events] = [await customers(), await eventsOf(api.database, tenant.shop)];
    const lock = {
      text: 'SELECT 1 FROM shop.customers WHERE shop_id = $1 AND id = $2 FOR UPDATE',
      values: [tenant.shop.id, id],
    };
    const refused = await whileRowsAreHeld(api.database, lock, () => send(id));
    expect([refused.status, codesOf(refused)]).toEqual([409, ['rows_locked']]);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body.errors[0].detail).toMatch(/^Other requests are changing the same objects/);
    expect(await customers()).toEqual(before);
    expect(await eventsOf(api.database, tenant.shop)).toEqual(events);
    expect((await send(id)).status).toBe(200);
    expect(await customers()).not.toEqual(before);
  });
});
