import { ShopNotices } from '@storewright/access';
import {
  aTenant,
  anOrder,
  changed,
  forSale,
  linesOf,
  newOrder,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { NoticeSink } from '@storewright/tenancy';
import { anApp } from '@storewright/testing';
import { startSalesApi } from '../testing/sales-api';

let api: TestApi;
let tenant: Tenant;
let owner: string;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
  owner = await aMember('owner');
});
afterAll(() => api.close());

/** Adds a member to the shop and returns the id of the person. */
async function aMember(role: string, scopes: string[] | null = null): Promise<string> {
  const { owner_id } = await anApp(api.database);
  await api.database.query(
    'INSERT INTO auth.members (shop_id, owner_id, role, scopes) VALUES ($1, $2, $3, $4)',
    [tenant.shop.id, owner_id, role, scopes],
  );
  return owner_id;
}

/** Returns the notifications of a member, oldest first. */
async function notificationsOf(member = owner) {
  await api.application.get<ShopNotices>(NoticeSink).flush();
  return api.database.query<{ kind: string; subject_id: string; subject_name: string }>(
    `SELECT kind, subject_id, subject_name FROM auth.notifications WHERE shop_id = $1 AND owner_id = $2 ORDER BY id`,
    [tenant.shop.id, member],
  );
}

const choose = (member: string, kind: string, in_panel: boolean) =>
  api.database.query('INSERT INTO auth.notification_preferences VALUES ($1, $2, $3, $4, false)', [
    tenant.shop.id,
    member,
    kind,
    in_panel,
  ]);

describe('notifications of a shop', () => {
  it('report orders, at most once per hour, to members who subscribed and can read orders', async () => {
    const [reader, staff] = [
      await aMember('staff', ['orders.get']),
      await aMember('staff', ['products.get']),
    ];
    for (const member of [reader, staff]) await choose(member, 'order_placed', true);
    const { id, response } = await anOrder(tenant.http);
    await anOrder(tenant.http);
    const { number } = response.body.data.attributes as { number: number };
    expect(await notificationsOf(reader)).toEqual([
      { kind: 'order_placed', subject_id: id, subject_name: String(number) },
    ]);
    expect([await notificationsOf(owner), await notificationsOf(staff)]).toEqual([[], []]);
  });

  it('report a variant that an order or an update sold out, unless the transaction is rolled back', async () => {
    const [sold, cleared, left] = [
      await forSale(tenant.http, { sku: 'SOLD', inventory_quantity: 2 }),
      await forSale(tenant.http, { sku: 'CLEARED', inventory_quantity: 2 }),
      await forSale(tenant.http, { sku: 'LEFT', inventory_quantity: 2 }),
    ];
    const order = (variant: typeof sold, quantity: number) =>
      tenant.http.post('/api/orders', newOrder({ line_items: linesOf([variant, quantity]) }));
    // The first order of the batch sells the stock, and the second one is refused.
    const placed = { op: 'add', ...newOrder({ line_items: linesOf([sold, 2]) }) };
    const refused = await tenant.http.post(
      '/api/operations',
      { 'atomic:operations': [placed, placed] },
      { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
    );
    expect(refused.status).toBe(422);
    expect(await notificationsOf()).toEqual([]);
    expect((await order(left, 1)).status).toBe(201);
    expect((await order(sold, 2)).status).toBe(201);
    await tenant.http.patch(cleared.path, changed('variants', cleared.id, { inventory_quantity: 0 }));
    // Notices of one batch have random ids.
    const notices = (await notificationsOf()) as { subject_name: string }[];
    expect(notices.sort((one, other) => one.subject_name.localeCompare(other.subject_name))).toEqual([
      { kind: 'variant_out_of_stock', subject_id: cleared.id, subject_name: 'CLEARED' },
      { kind: 'variant_out_of_stock', subject_id: sold.id, subject_name: 'SOLD' },
    ]);
  });

  it('are limited to ten per member and hour', async () => {
    await api.database.query(
      `INSERT INTO auth.notifications (shop_id, id, owner_id, kind, subject_type, subject_id, subject_name)
       SELECT $1, gen_random_uuid(), $2, 'variant_out_of_stock', 'variants', gen_random_uuid(), 'x'
       FROM generate_series(1, 9)`,
      [tenant.shop.id, owner],
    );
    for (let count = 0; count < 2; count += 1) {
      const { id, path } = await forSale(tenant.http, { inventory_quantity: 1 });
      await tenant.http.patch(path, changed('variants', id, { inventory_quantity: 0 }));
    }
    expect(await notificationsOf()).toHaveLength(10);
  });
});
