import { randomUUID } from 'node:crypto';
import { anApi, aProduct, aTenant, type TestApi } from '@storewright/api-testing';
import { sessionSettings, setLocal, settingsOf, ShopDatabase, type Statement } from '@storewright/database';
import { withEvent, type Write } from '@storewright/events';
import { DatabaseShopRepository } from '@storewright/tenancy';
import { directUrl, type Plan, planNodes, planPages, PreparedPlans } from '@storewright/testing';
import { CatalogModule } from '../catalog.module';
import { freeHandle } from './handles';
import { Product } from './product.entity';

let api: TestApi;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
});
afterAll(() => api.close());

const handlesOf = async (shop_id: string) =>
  (
    await api.database.query<{ handle: string }>('SELECT handle FROM shop.products WHERE shop_id = $1', [
      shop_id,
    ])
  ).map(({ handle }) => handle);

/**
 * Creates products with one title whose handles end with these numbers. 1 stands for the handle without a
 * number.
 */
async function given(shop_id: string, numbers: string): Promise<void> {
  await api.database.query(
    `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, version, created_at, updated_at)
      SELECT $1, gen_random_uuid(), 'Mug', 'mug' || CASE WHEN n = 1 THEN '' ELSE '-' || n END, '', 'draft',
        '{}', 1, now(), now()
      FROM ${numbers} n`,
    [shop_id],
  );
}

describe('generated handle of a product with a duplicate title', () => {
  it.each([
    ['none', 'unnest(ARRAY[]::int[])', 'mug'],
    ['only the second', 'unnest(ARRAY[2])', 'mug'],
    ['the first', 'unnest(ARRAY[1])', 'mug-2'],
    ['the first, third, fourth and fifth', 'unnest(ARRAY[1, 3, 4, 5])', 'mug-2'],
    ['the first three', 'generate_series(1, 3)', 'mug-4'],
    ['the first four', 'generate_series(1, 4)', 'mug-5'],
    ['the first hundred', 'generate_series(1, 100)', 'mug-101'],
    ['the first, second, fourth and eighth', 'unnest(ARRAY[1, 2, 4, 8])', 'mug-9'],
  ])('is unused and has the next number if the used handles are: %s', async (_, numbers, handle) => {
    const { shop, http } = await aTenant(api);
    await given(shop.id, numbers);
    const { response } = await aProduct(http, { title: 'Mug' });
    expect(response.body.data.attributes.handle).toBe(handle);
  });

  it('is different for each of fifty products that are created concurrently', async () => {
    const { shop, http } = await aTenant(api);
    await given(shop.id, 'generate_series(1, 20)');
    const made = await Promise.all(Array.from({ length: 50 }, () => aProduct(http, { title: 'Mug' })));
    expect(new Set(made.map(({ response }) => response.status))).toEqual(new Set([201]));
    expect(new Set(await handlesOf(shop.id)).size).toBe(70);
  });
});

describe('statement that finds an unused handle', () => {
  let plans: PreparedPlans;
  beforeAll(async () => {
    plans = await PreparedPlans.connect(directUrl(api.database, 'shop'), sessionSettings);
  });
  afterAll(() => plans.close());

  /**
   * Returns the plan of the statement that creates a product, with the role of the services. The statement is
   * rolled back.
   */
  async function planOf(shop_id: string): Promise<Plan> {
    const run: Statement[] = [];
    const runner = {
      query: async () => [],
      write: async (write: Write) => {
        run.push(withEvent(write, { shop_id, origin: 'https://x.shops.test' }));
        // The handle without a number is in use.
        return run.length === 1 ? [] : [{}];
      },
    };
    const statements = api.application.get(ShopDatabase).statementsOf(Product);
    const id = randomUUID();
    const values = {
      id,
      title: 'Mug',
      handle: freeHandle('Mug'),
      description: '',
      status: 'draft',
      tags: [],
    } as const;
    await new DatabaseShopRepository(statements, shop_id, runner).insert({ ...values, tags: [] });
    const plan = await plans.explain(`BEGIN; ${setLocal(settingsOf({ shop_id }))}`, run[1]!);
    await plans.client.query('ROLLBACK');
    return plan;
  }

  it('reads few index entries even if ten thousand products have the same title', async () => {
    const { shop } = await aTenant(api);
    await given(shop.id, 'generate_series(1, 10000)');
    await given((await aTenant(api)).shop.id, 'generate_series(1, 10000)');
    await api.database.query('VACUUM ANALYZE shop.products');
    const plan = await planOf(shop.id);
    const looks = planNodes(plan).filter(
      (node) => node['Relation Name'] === 'products' && node['Node Type'] !== 'ModifyTable',
    );
    expect(looks.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
    expect(looks[0]!['Actual Loops']).toBeLessThan(30);
    expect(looks[0]!['Actual Rows']).toBeLessThanOrEqual(1);
    expect(planPages(plan)).toBeLessThan(200);
  });
});
