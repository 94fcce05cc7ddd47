import { randomUUID } from 'node:crypto';
import { sessionSettings, setLocal, settingsOf, type Statement } from '@storewright/database';
import type { Shop, ShopRows } from '@storewright/tenancy';
import { planPages, PreparedPlans, testDatabase, type TestDatabase } from '@storewright/testing';
import { Streams } from './streams';

const logged = 20_000;
const shop = { id: randomUUID() } as Shop;
const anId = (number: string) => `('018cc3fe-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const stream = '018cc3fe-0000-7000-8000-000000000001';

let database: TestDatabase;
let plans: PreparedPlans;
beforeAll(async () => {
  database = await testDatabase();
  plans = await PreparedPlans.connect(database.url('shop'), sessionSettings);
});
afterAll(async () => {
  await plans.close();
  await database.drop();
});

it('the query for webhook streams finds the retried event by key, even if planned for an empty event log', async () => {
  const find = await statementOf((rows) => new Streams(rows).find(shop, {}, stream));
  const explained = () => plans.explain(setLocal(settingsOf({ shop_id: shop.id })), find);
  await explained();
  await database.query(
    `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
     SELECT $1, ${anId('n')}, n, 'meta.created', 'meta', n, '{}', '{}', now() FROM generate_series(1, $2::integer) n`,
    [shop.id, logged],
  );
  await database.query(
    `INSERT INTO shop.webhook_deliveries
       (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
     SELECT $1, ${anId('n')}, $2, 'event', ${anId('n')}, 'meta.created', n, 'retrying', 1, now(), now()
     FROM generate_series(1, $3::integer) n`,
    [shop.id, stream, logged],
  );
  await database.query(
    `INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence, delivery_id)
     SELECT $1, $2, $2, $3::bigint - 1, ${anId('$3::bigint')}`,
    [shop.id, stream, logged],
  );
  const plan = await explained();
  expect(plan['Actual Rows']).toBe(1);
  expect(planPages(plan)).toBeLessThan(50);
});

/** Returns the statement that `work` runs. */
async function statementOf(read: (rows: ShopRows) => Promise<unknown>): Promise<Statement> {
  const run: Statement[] = [];
  const query = async (statement: Statement) => {
    run.push(statement);
    return [{}];
  };
  await read({ of: () => ({ query }) } as unknown as ShopRows);
  return run[0]!;
}
