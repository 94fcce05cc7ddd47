import { anApi, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import type { Statement } from '@storewright/database';
import { comparedOf, operatorsOf, parseListQuery } from '@storewright/json-api';
import { ResourceRegistry, type ResourceRepository } from '@storewright/resources';
import { OrderStatistics, orderStatistics, SalesModule } from '@storewright/sales';
import { type ReadContext, ShopRows } from '@storewright/tenancy';
import { Client } from 'pg';
import { fillStore } from './fill-store';

/**
 * Maximum number of blocks. A page of 25 objects needs a few dozen blocks, and a list may read ten times as
 * many.
 */
const MAX_BLOCKS = 500;
/**
 * Lists whose columns correlate although the planner assumes independence. Numbers, times and ids rise
 * together, so the matches of a filter by one column are at the end of a sort by another. Such a list may
 * read all orders of the store.
 */
const correlated =
  /^orders (number|created_at|updated_at)\[(gte?|lte?)\] by -?(number|created_at|updated_at|id|total_amount)$/;
/** The operator `ne` skips all orders with the first value of the sort, or of the app with most orders. */
const passed = /^orders (total_amount|actor_id)\[ne\] by -?total_amount$/;
const CORRELATED_MAX_BLOCKS = 1_200;

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

/** Returns the number of blocks that the statement reads with the plan mode of the service. */
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

/** Returns values of a filter as a client writes them, at five percentiles. */
async function valuesOf({ resource }: ResourceRepository, name: string): Promise<string[]> {
  const kind = resource.filterable[name]!;
  const relationship = resource.relationships[name];
  const own = relationship && 'column' in relationship ? String(relationship.column) : name;
  const text =
    comparedOf(kind) === 'timestamp'
      ? `to_char(${own} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : `${own}::text`;
  const rows = await api.database.query<{ values: (string | null)[] | null }>(
    `SELECT percentile_disc(ARRAY[0, 0.01, 0.5, 0.99, 1]::float8[]) WITHIN GROUP
      (ORDER BY ${text} COLLATE "C") AS values FROM shop.${resource.type} WHERE shop_id = $1`,
    [tenant.shop.id],
  );
  return [...new Set((rows[0]!.values ?? []).filter((value) => value !== null))];
}

/** Returns every combination of filter, operator, sort and value. */
async function shapesOf(repository: ResourceRepository): Promise<{ name: string; query: string }[]> {
  const { resource } = repository;
  const sorts = ['id', ...resource.sortable].flatMap((sort) => [sort, `-${sort}`]);
  // Another test covers filters that read search entries.
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

/** Returns a context that records statements. If `isRun` is true, the context also runs them. */
function recorder(isRun = false): { context: ReadContext; statements: Statement[] } {
  const { id, domain } = tenant.shop;
  const shop = { id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' } as const;
  const rows = api.application.get(ShopRows).of(shop);
  const statements: Statement[] = [];
  const query = (statement: Statement) => {
    statements.push(statement);
    return isRun ? rows.query(statement) : Promise.resolve([]);
  };
  return { context: Object.create(rows, { query: { value: query } }) as ReadContext, statements };
}

it('a list page reads at most 500 database blocks (listed exceptions: 1,200) for every filter and sort', async () => {
  const { context, statements } = recorder();
  const tooMany: string[] = [];
  let shapes = 0;
  for (const repository of api.application.get(ResourceRegistry).all) {
    for (const { name, query } of await shapesOf(repository)) {
      await repository.page(context, parseListQuery(repository.resource, query));
      const blocks = await blocksOf(statements.pop()!);
      const bound = correlated.test(name) || passed.test(name) ? CORRELATED_MAX_BLOCKS : MAX_BLOCKS;
      if (blocks > bound) tooMany.push(`${name}: ${blocks} (${query})`);
      shapes += 1;
    }
  }
  expect(tooMany).toEqual([]);
  expect(shapes).toBeGreaterThan(2_000);
});

it('the query of order statistics reads only an index of the orders table', async () => {
  const { context, statements } = recorder();
  await new OrderStatistics().list(context, 'UTC', parseListQuery(orderStatistics, ''));
  const [{ blocks }] = (await api.database.query<{ blocks: number }>(
    `SELECT relpages AS blocks FROM pg_class WHERE oid = 'shop.orders'::regclass`,
  )) as [{ blocks: number }];
  expect(await blocksOf(statements[0]!)).toBeLessThan(blocks / 5);
});

/** Maximum blocks for the entries and rows of a thousand objects. */
const LOOKUP_MAX_BLOCKS = 8_000;
/** Maximum blocks for 4,000 objects that are checked one by one. */
const SCAN_MAX_BLOCKS = 30_000;

it.each([
  ['orders', 'filter[tags]=rare', LOOKUP_MAX_BLOCKS],
  ['orders', 'filter[tags]=often', LOOKUP_MAX_BLOCKS],
  ['orders', 'filter[tags][all]=often,rare', LOOKUP_MAX_BLOCKS],
  ['orders', 'filter[tags][ne]=often', LOOKUP_MAX_BLOCKS],
  ['orders', 'filter[tags]=nobody', MAX_BLOCKS],
  ['orders', 'filter[q]=1017', MAX_BLOCKS],
  ['orders', 'filter[q]=bench7', SCAN_MAX_BLOCKS],
  ['customers', 'filter[q]=bench+99', MAX_BLOCKS],
  ['customers', 'filter[q]=nobody', MAX_BLOCKS],
  ['products', 'filter[q]=product&filter[status]=draft', LOOKUP_MAX_BLOCKS],
  ['variants', 'filter[q]=PRODUCT-7', LOOKUP_MAX_BLOCKS],
])('the query of %s?%s reads a bounded number of blocks for every sort', async (type, filter, bound) => {
  const registry = api.application.get(ResourceRegistry);
  const { resources } = registry;
  const { context, statements } = recorder(true);
  const repository = registry.get(type);
  const blocks: Record<string, number> = {};
  for (const sort of ['id', ...repository.resource.sortable].flatMap((each) => [each, `-${each}`])) {
    statements.length = 0;
    const query = `${filter}&sort=${sort}`;
    await repository.page(context, parseListQuery(repository.resource, query, { resources }));
    for (const statement of statements) blocks[sort] = (blocks[sort] ?? 0) + (await blocksOf(statement));
  }
  expect(Object.entries(blocks).filter(([, read]) => read > bound)).toEqual([]);
});
