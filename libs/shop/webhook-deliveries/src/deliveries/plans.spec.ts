import { randomUUID } from 'node:crypto';
import {
  CompiledStatements,
  dataSourceOptions,
  EntityStatements,
  sessionSettings,
  setLocal,
  settingsOf,
  type Statement,
} from '@storewright/database';
import { type ListQuery, parseListQuery } from '@storewright/json-api';
import { DatabaseShopRepository, type ReadContext, type ShopRepository } from '@storewright/tenancy';
import { planNodes, planPages, PreparedPlans, testDatabase, type TestDatabase } from '@storewright/testing';
import { WebhookDelivery } from '@storewright/webhooks';
import { DataSource } from 'typeorm';
import { readDeliveryQuery } from './delivery-query';
import { deliveries } from './delivery.resource';
import { deliveryListing, findStatement } from './delivery-statements';
import { WebhookStatistics } from '../statistics/webhook-statistics';
import { webhookStatistics } from '../statistics/webhook-statistics.resource';

/*
 * The cost of a list does not grow with the number of deliveries. Each filter reads a few index pages with
 * the service's role, row-level security and the plan of a prepared statement. Details are read only for the
 * page.
 */
const size = 100_000;
const [shop, other] = [randomUUID(), randomUUID()];
const [busy, quiet] = [randomUUID(), randomUUID()];

let database: TestDatabase;
let plans: PreparedPlans;
let statements: EntityStatements<WebhookDelivery>;
beforeAll(async () => {
  database = await testDatabase();
  const fill = (table: string, names: string, values: string) =>
    `INSERT INTO shop.${table} (shop_id, ${names}) SELECT $1, ${values} FROM generate_series(1, $2::int) n`;
  const id = `('018cc3fe-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  for (const [whose, count] of [
    [shop, size],
    [other, 1_000],
  ] as const) {
    const rare = (every: number, then: string, otherwise: string) =>
      `CASE WHEN n % ${every} = 0 THEN ${then} ELSE ${otherwise} END`;
    await database.query(
      fill(
        'webhook_deliveries',
        'id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at',
        `${id}, ${rare(1_000, `'${quiet}'`, `'${busy}'`)}::uuid, ${rare(900, `'again'`, `'event'`)}, ${id},
         ${rare(700, `'meta.deleted'`, `'meta.created'`)}, n, ${rare(500, `'failed'`, `'delivered'`)}, 1, now(), now()`,
      ),
      [whose, count],
    );
    await database.query(
      fill(
        'webhook_attempts',
        'delivery_id, attempt, url, request_headers, duration_ms, answer, attempted_at',
        `${id}, 1, 'https://app.example', '{}', 1, 'OK', now()`,
      ),
      [whose, count],
    );
    await database.query(
      fill(
        'events',
        'id, sequence, type, resource_type, resource_id, resource, changed, occurred_at',
        `${id}, n, 'meta.created', 'meta', n::text, repeat('x', 200), '{}', now()`,
      ),
      [whose, count],
    );
  }
  await database.query('VACUUM ANALYZE shop.webhook_deliveries, shop.webhook_attempts, shop.events');
  plans = await PreparedPlans.connect(database.url('shop'), sessionSettings);
  const options = { url: database.url('shop'), applicationName: 'spec', entities: [WebhookDelivery] };
  const source = new DataSource(dataSourceOptions(options));
  await (source as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  statements = new EntityStatements(WebhookDelivery, new CompiledStatements(source));
});
afterAll(async () => {
  await plans.close();
  await database.drop();
});

const explained = (statement: Statement) => plans.explain(setLocal(settingsOf({ shop_id: shop })), statement);

/** The statement that reads a page. */
const statementOf = (query: ListQuery) =>
  statementRunBy((rows) => rows.page(deliveryListing(readDeliveryQuery(query)), query));

async function statementRunBy(
  read: (rows: ShopRepository<WebhookDelivery>) => Promise<unknown>,
): Promise<Statement> {
  const run: Statement[] = [];
  const runner = {
    query: async (statement: Statement) => {
      run.push(statement);
      return [];
    },
    write: async () => [],
  };
  await read(new DatabaseShopRepository(statements, shop, runner));
  return run[0]!;
}

const shapes: [string, string, number][] = [
  ['all webhook deliveries', '', 26],
  ['the newest webhook deliveries', 'sort=-id', 26],
  ['an installation with few deliveries in a busy shop', `filter[installation]=${quiet}`, 26],
  ['the newest of one installation', `filter[installation]=${busy}&sort=-id`, 26],
  ['a rare status', 'filter[status]=failed&sort=-id', 26],
  ['the status delivered', 'filter[status]=delivered&sort=-id', 26],
  ['the status waiting, without any match', 'filter[status]=waiting', 0],
  ['a status of an installation', `filter[installation]=${busy}&filter[status]=failed&sort=-id`, 26],
  [
    'a status without any match in the installation',
    `filter[installation]=${quiet}&filter[status]=retrying`,
    0,
  ],
  ['deliveries that were sent again', 'filter[kind]=again', 26],
  [
    'deliveries that were sent again to one installation',
    `filter[kind]=again&filter[installation]=${busy}&sort=-id`,
    26,
  ],
  ['a rare event type', 'filter[event_type]=meta.deleted', 26],
  ['one event', 'filter[event_id]=018cc3fe-0000-7000-8000-000000000007', 1],
];

it.each(shapes)(
  'a list of webhook deliveries reads a few index pages without a table scan: %s',
  async (_, parameters, rows) => {
    const query = parseListQuery(deliveries, parameters);
    const plan = await explained(await statementOf(query));
    const types = planNodes(plan).map((node) => node['Node Type']);
    expect(types).not.toContain('Seq Scan');
    expect(types).not.toContain('Bitmap Heap Scan');
    expect(types.filter((type) => type.includes('Join'))).toEqual([]);
    expect(plan['Actual Rows']).toBe(rows);
    expect(planPages(plan)).toBeLessThan(500);
  },
);

it('the statement that reads a single webhook delivery uses the primary key', async () => {
  const plan = await explained(findStatement(shop, '018cc3fe-0000-7000-8000-000000000007'));
  expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(planPages(plan)).toBeLessThan(40);
});

const here = {
  shop: { id: shop, domain: 'x', status: 'active', time_zone: 'Asia/Kolkata', currency_code: 'EUR' },
} as const;

// All deliveries are older than the requested range.
it.each([
  ['the shop', ''],
  ['an installation', `&filter[installation]=${busy}`],
])('statistics of webhooks for %s read only the deliveries in the time range', async (_, filter) => {
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const query = parseListQuery(webhookStatistics, `filter[since]=${since}${filter}`);
  const statement = await statementRunBy((rows) =>
    new WebhookStatistics().list({ repository: () => rows } as unknown as ReadContext, here, query),
  );
  const plan = await explained(statement);
  expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(planPages(plan)).toBeLessThan(40);
});
