import { randomUUID } from 'node:crypto';
import { sessionSettings, setLocal, settingsOf } from '@storewright/database';
import { planPages, PreparedPlans, testDatabase, type TestDatabase } from '@storewright/testing';
import { numberStatements } from './sequence';

let database: TestDatabase;
let plans: PreparedPlans;
beforeAll(async () => {
  database = await testDatabase();
  plans = await PreparedPlans.connect(database.url('hooks'), sessionSettings);
});
afterAll(async () => {
  await plans.close();
  await database.drop();
});

/** Inserts numbered and waiting events of a shop. */
async function given(shop_id: string, numbered: number, waiting: number): Promise<void> {
  await database.query(
    `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
      SELECT $1, gen_random_uuid(), CASE WHEN n <= $2 THEN n END, 'meta.created', 'meta', n, repeat('x', 400),
        '{}', now()
      FROM generate_series(1, $2::integer + $3::integer) n`,
    [shop_id, numbered, waiting],
  );
  await database.query('INSERT INTO shop.event_streams (shop_id, last_sequence) VALUES ($1, $2)', [
    shop_id,
    numbered,
  ]);
}

it('numberStatements reads only unnumbered events, even with a query plan for an empty event log', async () => {
  const shop_id = randomUUID();
  const [numbered, waiting] = [20_000, 20];
  const [lock, number] = numberStatements(shop_id);
  await plans.client.query(`PREPARE lock AS ${lock.text}`);
  const behindLock = `${setLocal(settingsOf({ shop_id }))} EXECUTE lock('${shop_id}')`;
  await plans.explain(behindLock, number);
  await given(shop_id, numbered, waiting);
  const pages = planPages(await plans.explain(behindLock, number));
  // Updating an event writes to four indexes with three levels.
  expect(pages).toBeLessThan(20 * waiting + 100);
  const [stream] = await database.query<{ last_sequence: string }>(
    'SELECT last_sequence FROM shop.event_streams WHERE shop_id = $1',
    [shop_id],
  );
  expect(Number(stream!.last_sequence)).toBe(numbered + waiting);
});

it('numberStatements assigns no numbers without the lock, and takes no lock if every event has a number', async () => {
  const shop_id = randomUUID();
  await given(shop_id, 0, 2);
  const [lock, number] = numberStatements(shop_id);
  const { client } = plans;
  const counted = async (statements: string[]): Promise<{ count?: number; xid: string | null }> => {
    await client.query(`BEGIN; ${setLocal(settingsOf({ shop_id }))}`);
    for (const text of statements.slice(0, -1)) await client.query(text, [shop_id]);
    const { rows } = await client.query<{ count: number }>(statements.at(-1)!, [shop_id]);
    const { rows: xids } = await client.query<{ xid: string | null }>(
      'SELECT pg_current_xact_id_if_assigned() AS xid',
    );
    await client.query('COMMIT');
    return { ...rows[0], ...xids[0]! };
  };
  expect(await counted([number.text])).toEqual({ xid: null });
  expect(await counted([lock.text, number.text])).toMatchObject({ count: 2 });
  expect(await counted([lock.text, number.text])).toEqual({ xid: null });
});
