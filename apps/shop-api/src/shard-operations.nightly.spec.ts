// Written in SQL: reads the catalog of Citus and writes rows as an administrator.
import { isolateShop, moveShop, placementOf } from '@storewright/schema';
import { aShop, type TestDatabase, testDatabase, type TestShop } from '@storewright/testing';
import { Client } from 'pg';

/* Operations on shards while shops write. The tests need a cluster (TEST_DATABASE_URL of its coordinator). */
const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? describe : describe.skip;

/** Number of customers per shop. */
const ROWS = Number(process.env['ROWS'] ?? 2_000);
const options = { limitMs: 120_000, pollMs: 200 };

const customers = `
  INSERT INTO shop.customers (shop_id, id, email, email_folded, accepts_marketing, tags, status, orders_count,
    total_spent_amount, version, created_at, updated_at)
  SELECT $1, lpad(to_hex(n), 32, '0')::uuid, n || '@x', n || '@x', false, '{}', 'active', 0, 0, 1, now(), now()
  FROM generate_series($2::integer, $3::integer) n`;

onCluster('operations on shards under writes', () => {
  let database: TestDatabase;
  let url: string;
  let client: Client;
  let shops: TestShop[];

  beforeAll(async () => {
    database = await testDatabase();
    url = database.administratorUrl;
    client = await connected(url);
  });
  beforeEach(async () => {
    shops = [];
    for (let count = 0; count < 4; count += 1) shops.push(await aShop(database));
    for (const { id } of shops) await database.query(customers, [id, 1, ROWS]);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const customersOf = async (those: readonly TestShop[]) => {
    const counts: number[] = [];
    for (const { id } of those) {
      const { rows } = await client.query<{ n: number }>(
        'SELECT count(*)::integer AS n FROM shop.customers WHERE shop_id = $1',
        [id],
      );
      counts.push(rows[0]!.n);
    }
    return counts;
  };

  /** Leftovers of an operation on all nodes: replication slots, subscriptions and publications. */
  const leftovers = async () => {
    const names = `SELECT string_agg(name, ',') FROM (SELECT slot_name AS name FROM pg_replication_slots
      WHERE database = current_database() UNION ALL SELECT subname FROM pg_subscription
      WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      UNION ALL SELECT pubname FROM pg_publication) t`;
    const { rows } = await client.query<{ result: string }>('SELECT result FROM run_command_on_workers($1)', [
      names,
    ]);
    return rows.map(({ result }) => result).filter((result) => result !== '');
  };

  /** Runs the work while every shop inserts a customer every few milliseconds. Expects that no insert is lost. */
  async function underWrites(work: () => Promise<unknown>): Promise<void> {
    let isDone = false;
    const writers = shops.map(async (shop) => {
      const own = await connected(url);
      let inserted = ROWS;
      for (; !isDone; inserted += 1) await insert(own, [shop.id, inserted + 1, inserted + 1]);
      await own.end();
      return inserted;
    });
    const result = work().finally(() => (isDone = true));
    const [inserted] = await Promise.all([Promise.all(writers), result.catch(() => undefined)]);
    await result;
    expect(await customersOf(shops)).toEqual(inserted);
  }

  it('isolateShop in blocking mode gives the shop its own shard and loses no write', async () => {
    const [shop] = shops as [TestShop];
    await underWrites(() => isolateShop(url, shop.id, { ...options, blocking: true }));
    expect((await placementOf(client, shop.id)).isAlone).toBe(true);
    expect(await leftovers()).toEqual([]);
  });

  it('isolateShop without blocking isolates the shop, or cancels and leaves nothing behind', async () => {
    const [shop] = shops as [TestShop];
    const isolated = underWrites(() => isolateShop(url, shop.id, options)).then(
      () => 'isolated',
      (error: Error) => error.message,
    );
    expect(['isolated', expect.stringContaining('Use --blocking.')]).toContainEqual(await isolated);
    expect(await leftovers()).toEqual([]);
  });

  it('an interrupted isolateShop changes nothing, and the shop can be moved immediately afterwards', async () => {
    const [shop] = shops as [TestShop];
    const from = await placementOf(client, shop.id);
    const interrupt = new AbortController();
    const report = () => interrupt.abort();
    const isolated = isolateShop(url, shop.id, { ...options, report, signal: interrupt.signal });
    await expect(isolated).rejects.toThrow(
      'Interrupted. The operation was cancelled and no shard was changed.',
    );
    expect(await placementOf(client, shop.id)).toEqual(from);
    expect(await leftovers()).toEqual([]);
    const other = await otherNode(from.port);
    await underWrites(() => moveShop(url, shop.id, other, options));
    expect((await placementOf(client, shop.id)).port).toBe(other.port);
  });

  it('two operators that move the same shop move it once', async () => {
    const [shop] = shops as [TestShop];
    const other = await otherNode((await placementOf(client, shop.id)).port);
    const moves = [1, 2].map(() => moveShop(url, shop.id, other, options));
    const results = await Promise.allSettled(moves);
    expect(results.map(({ status }) => status)).toContain('fulfilled');
    expect((await placementOf(client, shop.id)).port).toBe(other.port);
    expect(await customersOf([shop])).toEqual([ROWS]);
    expect(await leftovers()).toEqual([]);
  });

  async function otherNode(port: number): Promise<{ host: string; port: number }> {
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND nodeport <> $1',
      [port],
    );
    return rows[0]!;
  }
});

/** Inserts a row, again if its shard was replaced between planning and execution, which the services answer by 503. */
async function insert(client: Client, values: unknown[]): Promise<void> {
  try {
    await client.query(customers, values);
  } catch (error) {
    if (!(error as Error).message.startsWith('could not find valid entry for shard')) throw error;
    await insert(client, values);
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
