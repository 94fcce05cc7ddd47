import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { parseListQuery } from '@storewright/json-api';
import { type Shop, shops } from '@storewright/tenancy';
import { aShop, testDatabase, type TestDatabase, type TestShop } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { ShopsController } from './shops.controller';

let database: TestDatabase;
let dataSource: DataSource;
let auth: AuthDatabase;
let [shop, other]: TestShop[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const options = { url: database.url('shop'), applicationName: 'spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  auth = new AuthDatabase(dataSource, options);
  [shop, other] = [await aShop(database), await aShop(database)];
});
afterAll(async () => {
  await auth.close();
  await dataSource.destroy();
  await database.drop();
});

const address = { origin: 'http://a', path: '/api/shops' };
const current = (): Shop => ({
  id: shop!.id,
  domain: shop!.domain,
  status: 'active',
  time_zone: 'UTC',
  currency_code: 'EUR',
});

it('GET /api/shops reads only the shop of the token, although the database role can read all shop names', async () => {
  const controller = new ShopsController(auth);
  const list = await controller.list(current(), parseListQuery(shops, ''));
  const { data } = JSON.parse(list(address).body!) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual([shop!.id]);
  await expect(controller.get(current(), other!.id, { included: false })).rejects.toMatchObject({
    code: 'not_found',
  });
});
