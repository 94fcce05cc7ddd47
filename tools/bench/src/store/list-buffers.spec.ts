import { anApi, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import type { Statement } from '@storewright/database';
import { comparedOf, operatorsOf, parseListQuery } from '@storewright/json-api';
import { ResourceRegistry, type ResourceRepository } from '@storewright/resources';
import { OrderStatistics, orderStatistics, SalesModule } from '@storewright/sales';
import { type ReadContext, ShopRows } from '@storewright/tenancy';
import { Client } from 'pg';
import { fillStore } from './fill-store';

/** A page of 25 needs some dozens; ten times that is what a list may read, whatever it is asked. */
const most = 500;
/**
 * What the planner takes for independent, and is not: numbers, times and ids rise together, so what is great in one and sorted by another (or by an amount, of which many
 * are equal) lies at the end. The orders of the store are the bound then. `ne` of the value that is first in the order passes all that have it.
 */
const correlated =
  /^orders (number|created_at|updated_at)\[(gte?|lte?)\] by -?(number|created_at|updated_at|id|total_amount)$/;
const passed = /^orders total_amount\[ne\] by -?total_amount$/;
const knownMost = 1_200;

let api: TestApi;
let tenant: Tenant;
let client: Client;

beforeAll(async () => {
  api = await anApi([SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory })]);
  tenant = await aTenant(api);
  const address = new URL(process.env['TEST_DATABASE_URL']!);
  address.pathname = new URL(api.database.url('shop')).pathname;
  const administrator = new Client({ connectionString: address.href });
  await administrator.connect();
  await fillStore(administrator, { ...tenant.shop, token: tenant.token }, 10_000);
  await administrator.end();
  client = new Client({ connectionString: api.database.url('shop'), options: '-c jit=off' });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await api.close();
});

/** Blocks that the statement reads, planned as the service has it planned. */
async function blocksOf({ text, values = [], plan }: Statement): Promise<number> {
  const literal = (value: unknown): string =>
    client.escapeLiteral(
      Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value),
    );
  const mode = plan === 'values' ? 'force_custom_plan' : 'force_generic_plan';
  await client.query(
    `BEGIN; SET LOCAL app.shop_id = '${tenant.shop.id}'; SET LOCAL plan_cache_mode = ${mode}; PREPARE asked AS ${text}`,
  );
  const { rows } = await client.query<Record<'QUERY PLAN', [{ Plan: Record<string, number> }]>>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE asked(${values.map(literal).join()})`,
  );
  await client.query('DEALLOCATE asked; COMMIT');
  const [{ Plan: read }] = rows[0]!['QUERY PLAN'];
  return read['Shared Hit Blocks']! + read['Shared Read Blocks']!;
}

/** Values of a filter as a client writes them: the least, the greatest, and some between. */
async function valuesOf({ resource }: ResourceRepository, name: string): Promise<string[]> {
  const kind = resource.filterable[name]!;
  const relationship = resource.relationships[name];
  const own = relationship && 'column' in relationship ? String(relationship.column) : name;
  const text =
    comparedOf(kind) === 'timestamp'
      ? `to_char(${own} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : `${own}::text`;
  const rows = await api.database.query<{ values: (string | null)[] | null }>(
    `SELECT percentile_disc(ARRAY[0, 0.01, 0.5, 0.99, 1]::float8[]) WITHIN GROUP (ORDER BY ${text} COLLATE "C") AS values FROM shop.${resource.type} WHERE shop_id = $1`,
    [tenant.shop.id],
  );
  return [...new Set((rows[0]!.values ?? []).filter((value) => value !== null))];
}

/** Every filter with every operator, in every sort, for values of every selectivity: what is asked and how. */
async function shapesOf(repository: ResourceRepository): Promise<{ name: string; query: string }[]> {
  const { resource } = repository;
  const sorts = ['id', ...resource.sortable].flatMap((sort) => [sort, `-${sort}`]);
  // What is looked up in entries is below.
  const compared = Object.entries(resource.filterable).filter(([, kind]) => kind !== 'tags');
  const shapes = await Promise.all(
    compared.map(async ([filter, kind]) => {
      const values = await valuesOf(repository, filter);
      return operatorsOf(kind).flatMap((operator) =>
        (operator === 'exists' ? ['true', 'false'] : values).flatMap((value) =>
          sorts.map((sort) => ({
            name: `${resource.type} ${filter}[${operator}] by ${sort}`,
            query: `filter[${filter}][${operator}]=${encodeURIComponent(value)}&sort=${sort}`,
          })),
        ),
      );
    }),
  );
  return shapes.flat();
}

it('a page of a list reads little of the store, whatever it is filtered and sorted by', async () => {
  const { id, domain } = tenant.shop;
  const rows = api.application
    .get(ShopRows)
    .of({ id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' });
  let asked: Statement;
  const query = (statement: Statement) => {
    asked = statement;
    return Promise.resolve([]);
  };
  const context = Object.create(rows, { query: { value: query } }) as ReadContext;
  const tooMany: string[] = [];
  let shapes = 0;
  for (const repository of api.application.get(ResourceRegistry).all) {
    for (const { name, query } of await shapesOf(repository)) {
      await repository.page(context, parseListQuery(repository.resource, query));
      const blocks = await blocksOf(asked!);
      const bound = correlated.test(name) || passed.test(name) ? knownMost : most;
      if (blocks > bound) tooMany.push(`${name}: ${blocks} (${query})`);
      shapes += 1;
    }
  }
  expect(tooMany).toEqual([]);
  expect(shapes).toBeGreaterThan(2_000);
});

it('orders are added up by day from an index that has all of it: their rows, ten times as many blocks, are left alone', async () => {
  const { id, domain } = tenant.shop;
  const rows = api.application
    .get(ShopRows)
    .of({ id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' });
  let asked: Statement;
  const query = (statement: Statement) => {
    asked = statement;
    return Promise.resolve([]);
  };
  const context = Object.create(rows, { query: { value: query } }) as ReadContext;
  await new OrderStatistics().list(context, 'UTC', parseListQuery(orderStatistics, ''));
  const [{ blocks }] = (await api.database.query<{ blocks: number }>(
    `SELECT relpages AS blocks FROM pg_class WHERE oid = 'shop.orders'::regclass`,
  )) as [{ blocks: number }];
  expect(await blocksOf(asked!)).toBeLessThan(blocks / 5);
});

/** Entries of a thousand objects and the objects, or 4,000 that are looked at one by one; with words of another type each costs some blocks more. */
const mostLookedUp = 8_000;
const mostWalked = 30_000;

it.each([
  ['orders', 'filter[tags]=rare', mostLookedUp],
  ['orders', 'filter[tags]=often', mostLookedUp],
  ['orders', 'filter[tags][all]=often,rare', mostLookedUp],
  ['orders', 'filter[tags][ne]=often', mostLookedUp],
  ['orders', 'filter[tags]=nobody', most],
  ['orders', 'filter[q]=1017', most],
  ['orders', 'filter[q]=bench7', mostWalked],
  ['customers', 'filter[q]=bench+99', most],
  ['customers', 'filter[q]=nobody', most],
  ['products', 'filter[q]=product&filter[status]=draft', mostLookedUp],
])('a page of %s?%s reads a bounded part of the store, in any order', async (type, filter, bound) => {
  const { id, domain } = tenant.shop;
  const rows = api.application
    .get(ShopRows)
    .of({ id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' });
  const registry = api.application.get(ResourceRegistry);
  const { resources } = registry;
  const asked: Statement[] = [];
  const read = (statement: Statement) => {
    asked.push(statement);
    return rows.query(statement);
  };
  const context = Object.create(rows, { query: { value: read } }) as ReadContext;
  const repository = registry.get(type);
  const blocks: Record<string, number> = {};
  for (const sort of ['id', ...repository.resource.sortable].flatMap((each) => [each, `-${each}`])) {
    asked.length = 0;
    const query = `${filter}&sort=${sort}`;
    await repository.page(context, parseListQuery(repository.resource, query, { resources }));
    for (const statement of asked) blocks[sort] = (blocks[sort] ?? 0) + (await blocksOf(statement));
  }
  expect(Object.entries(blocks).filter(([, read]) => read > bound)).toEqual([]);
});
