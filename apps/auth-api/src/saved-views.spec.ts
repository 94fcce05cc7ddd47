import type { Response } from '@storewright/testing';
import {
  aMember,
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const path = () => `${shop.path}/saved_views`;
const view = { name: 'Unpaid', list: 'orders', query: '?filter[payment_status]=pending', is_shared: false };
const save = (attributes: object = {}, by = shop) =>
  by.api.post(path(), newObject('saved_views', { ...view, ...attributes }));
const saved = async (attributes: object = {}, by = shop) =>
  (await save(attributes, by)).body.data.id as string;
const status = (answer: Response) => [answer.status, ...(answer.status < 400 ? [] : codesOf(answer))];
const idsSeenBy = async (by: OwnedShop, list = 'orders') =>
  ((await by.api.get(`${path()}?filter[list]=${list}`)).body.data as { id: string }[]).map(({ id }) => id);

describe('saved views of a shop', () => {
  it('are visible only to their author, or to all members if shared', async () => {
    const clerk = await aMember(service, shop, { role: 'read_only' });
    const [own, shared] = [await saved(), await saved({ is_shared: true }, clerk)];
    const other = await saved({ list: 'codes' });
    expect(await idsSeenBy(shop)).toEqual([own, shared]);
    expect(await idsSeenBy(shop, 'codes')).toEqual([other]);
    expect(await idsSeenBy(clerk)).toEqual([shared]);
    expect(status(await clerk.api.get(`${path()}/${own}`))).toEqual([404, 'not_found']);
    const { attributes } = (await shop.api.get(`${path()}/${shared}`)).body.data;
    expect(attributes).toMatchObject({ ...view, is_shared: true, is_own: false });
  });

  it('can be deleted by their author, and by administrators if shared, but not by staff', async () => {
    const clerk = await aMember(service, shop, { role: 'read_only' });
    const boss = await aMember(service, shop, { role: 'administrator' });
    const [own, shared] = [await saved({}, clerk), await saved({ is_shared: true })];
    const remove = async (id: string, by: OwnedShop) => status(await by.api.delete(`${path()}/${id}`));
    expect(await remove(shared, clerk)).toEqual([403, 'insufficient_role']);
    expect(await remove(own, boss)).toEqual([404, 'not_found']);
    expect([await remove(own, clerk), await remove(shared, boss)]).toEqual([[204], [204]]);
  });

  it('can be renamed and changed by their author, and by administrators if shared', async () => {
    const clerk = await aMember(service, shop, { role: 'read_only' });
    const boss = await aMember(service, shop, { role: 'administrator' });
    const [own, shared] = [await saved({}, clerk), await saved({ is_shared: true })];
    const change = (id: string, attributes: object, by: OwnedShop) =>
      by.api.patch(`${path()}/${id}`, { data: { type: 'saved_views', id, attributes } });
    const changes = { name: 'Paid', query: '?filter[payment_status]=paid', is_shared: true };
    expect((await change(own, changes, clerk)).body.data.attributes).toMatchObject({
      ...changes,
      is_own: true,
    });
    expect(status(await change(own, {}, boss))).toEqual([200]);
    expect((await shop.api.get(`${path()}/${own}`)).body.data.attributes).toMatchObject(changes);
    expect(status(await change(shared, { name: 'Mine' }, clerk))).toEqual([403, 'insufficient_role']);
    expect(status(await change(shared, { name: 'All of us' }, boss))).toEqual([200]);
    expect(status(await change(shared, { is_shared: false }, shop))).toEqual([200]);
    expect(status(await change(shared, { name: 'Hidden' }, boss))).toEqual([404, 'not_found']);
    expect(status(await change(shared, { list: 'codes' }, shop))).toEqual([422, 'not_fillable']);
    expect(status(await change(shared, { query: '' }, shop))).toEqual([422, 'invalid_attribute']);
  });

  it('are deleted with the membership of their author, except shared views', async () => {
    const clerk = await aMember(service, shop, { role: 'read_only' });
    const [own, shared] = [await saved({}, clerk), await saved({ is_shared: true }, clerk)];
    expect((await shop.api.delete(`${shop.path}/members/${clerk.owner.id}`)).status).toBe(204);
    const rows = await service.database.query('SELECT id FROM auth.saved_views WHERE id = ANY ($1)', [
      [own, shared],
    ]);
    expect(rows).toEqual([{ id: shared }]);
  });

  it('require a known list of the panel, a name, and a query of at most 2,000 characters', async () => {
    for (const wrong of [{ list: 'deliveries' }, { query: 'x'.repeat(2001) }, { name: '' }])
      expect(status(await save(wrong))).toEqual([422, 'invalid_attribute']);
  });

  it('are limited to 80 per member and shop', async () => {
    const clerk = await aMember(service, shop, { role: 'read_only' });
    await service.database.query(
      `INSERT INTO auth.saved_views (shop_id, id, owner_id, name, list, query, is_shared)
       SELECT $1, gen_random_uuid(), $2, 'v', 'orders', '?q=1', false FROM generate_series(1, 80)`,
      [shop.id, clerk.owner.id],
    );
    expect(status(await save({}, clerk))).toEqual([403, 'limit_reached']);
  });
});
