// Written in SQL: reads the catalog of Citus and writes rows as an administrator.
import {
  distribute,
  drainNode,
  isolateShop,
  listMoves,
  migrate,
  moveShop,
  placementOf,
  rebalance,
  shopsByNode,
  stopMoves,
} from '@storewright/schema';
import { aShop, type TestDatabase, testDatabase, type TestShop, until } from '@storewright/testing';
import { Client } from 'pg';
import { canKillNodes, killNode, startNode } from './testing/worker-nodes';

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

/** Limit of a test that moves half of all shards twice while shops write. */
const REBALANCE_TIMEOUT_MS = 900_000;

/** Number of orders of a large shop. */
const ORDERS = 50_000;
const LINES = '[{"title":"x","price_amount":0,"quantity":1,"total_amount":0}]';
const orders = `
  INSERT INTO shop.orders (shop_id, id, number, currency_code, line_items, subtotal_amount, discount_amount,
    shipping_amount, tax_amount, total_amount, paid_amount, refunded_amount, tags, status, payment_status,
    fulfillment_status, version, created_at, updated_at)
  SELECT $1, lpad(to_hex(n), 32, '0')::uuid, 1000 + n, 'EUR', '${LINES}', 0, 0, 0, 0, 0, 0, 0, '{}', 'open', 'pending',
    'unfulfilled', 1, now(), now()
  FROM generate_series(1, $2::integer) n`;

const orderCount = 'SELECT count(*)::integer AS n FROM shop.orders WHERE shop_id = $1';

/** Returns a row while a move copies rows, or a node executes the copy of a split. */
const movesRows = `
  SELECT FROM get_rebalance_progress() WHERE progress = 1
  UNION ALL SELECT FROM run_command_on_workers('SELECT count(*) FROM pg_stat_activity
    WHERE state = ''active'' AND query LIKE ''%worker_split_copy%'' AND pid <> pg_backend_pid()') WHERE result <> '0'`;

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
    for (const { id } of shops)
      // The first write fails if the session had a connection to a node that died in the previous test.
      await until('the shop has customers', () =>
        database.query(customers, [id, 1, ROWS]).then(Boolean, () => false),
      );
    await respondAgain();
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

  it('isolateShop in blocking mode moves the shop to a separate shard and loses no write', async () => {
    const [shop] = shops as [TestShop];
    await underWrites(() => isolateShop(url, shop.id, { ...options, blocking: true }));
    expect((await placementOf(client, shop.id)).isAlone).toBe(true);
    expect(await leftovers()).toEqual([]);
  });

  it('isolateShop without blocking moves the shop to its own shard, or changes nothing if cancelled', async () => {
    const [shop] = shops as [TestShop];
    const isolated = underWrites(() => isolateShop(url, shop.id, options)).then(
      () => 'isolated',
      (error: Error) => error.message,
    );
    expect(['isolated', expect.stringContaining('Use --blocking.')]).toContainEqual(await isolated);
    expect(await leftovers()).toEqual([]);
  });

  it('an interrupted isolateShop changes nothing, and the operator can then move the shop', async () => {
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

  it('isolateShop in blocking mode moves a shop of 50,000 orders to a separate shard and loses no write', async () => {
    const [shop] = shops as [TestShop];
    await database.query(orders, [shop.id, ORDERS]);
    await underWrites(() => isolateShop(url, shop.id, { ...options, blocking: true }));
    expect((await placementOf(client, shop.id)).isAlone).toBe(true);
    expect(await ordersOf(shop)).toBe(ORDERS);
    expect(await leftovers()).toEqual([]);
  });

  const ordersOf = async ({ id }: TestShop) =>
    (await client.query<{ n: number }>(orderCount, [id])).rows[0]!.n;

  const onDyingNodes = canKillNodes ? it : it.skip;

  onDyingNodes.each(['isolateShop', 'moveShop'])(
    '%s fails when a worker node dies meanwhile, loses no row, and succeeds after the node is back',
    async (name) => {
      const [shop] = shops as [TestShop];
      await database.query(orders, [shop.id, ORDERS]);
      const from = await placementOf(client, shop.id);
      const other = await otherNode(from.port);
      const work = () =>
        name === 'moveShop'
          ? moveShop(url, shop.id, other, options)
          : isolateShop(url, shop.id, { ...options, blocking: true });
      await whileDown(from.port, work(), async (running) => {
        await expect(running).rejects.toThrow();
      });
      await respondAgain();
      expect(await ordersOf(shop)).toBe(ORDERS);
      await work();
      expect(await ordersOf(shop)).toBe(ORDERS);
      expect(await leftovers()).toEqual([]);
    },
  );

  onDyingNodes(
    'drainNode reports a node that dies meanwhile, and continues after the node is back',
    async () => {
      const [shop] = shops as [TestShop];
      await database.query(orders, [shop.id, ORDERS]);
      const { node: host, port } = await placementOf(client, shop.id);
      const lines: string[] = [];
      const report = (line: string) => void lines.push(line);
      const drained = drainNode(url, { host, port }, { report, pauseMs: 100 });
      await whileDown(port, drained, () =>
        until('the failure is reported', () =>
          Promise.resolve(lines.some((line) => line.includes('repeated after: ERROR'))),
        ),
      );
      expect(await drained).toBeGreaterThan(0);
      await respondAgain();
      expect([await shardsOn(port), await ordersOf(shop)]).toEqual([0, ORDERS]);
      await allowShards({ host, port });
      expect(await leftovers()).toEqual([]);
    },
  );

  /** Kills the node when the operation moves rows, checks the result, and starts the node. */
  async function whileDown<T>(
    port: number,
    running: Promise<T>,
    check: (running: Promise<T>) => Promise<unknown>,
  ): Promise<void> {
    running.catch(() => undefined);
    await until('the operation moves rows', async () => {
      const { rowCount } = await client.query(movesRows);
      return rowCount !== 0;
    });
    killNode(port);
    try {
      await check(running);
    } finally {
      startNode(port);
    }
  }

  /** Lets a drained node have shards. The first attempt fails if the session had a connection to a node that died. */
  const allowShards = ({ host, port }: { host: string; port: number }) =>
    until('the node can have shards', () =>
      client
        .query(`SELECT citus_set_node_property($1, $2::integer, 'shouldhaveshards', true)`, [host, port])
        .then(Boolean, () => false),
    );

  /** Waits until the sessions of this spec have replaced their connections to the node, for reads and writes. */
  const respondAgain = () =>
    until('each shop can be written', async () => {
      const touch = 'UPDATE shop.customers SET version = version WHERE shop_id = $1';
      const writes = shops.flatMap(({ id }) => [client.query(touch, [id]), database.query(touch, [id])]);
      return (await Promise.allSettled(writes)).every(({ status }) => status === 'fulfilled');
    });

  const states = ['setting up', 'copying data', 'catching up', 'creating constraints', 'final catchup'];

  it.each(['moveShop', 'isolateShop'].flatMap((name) => states.map((status) => [name, status] as const)))(
    'interrupting %s in the state "%s" loses no write, and the operator can repeat the operation',
    async (name, status) => {
      const [shop] = shops as [TestShop];
      const other = await otherNode((await placementOf(client, shop.id)).port);
      const start = (limits: Parameters<typeof isolateShop>[2]) =>
        name === 'moveShop' ? moveShop(url, shop.id, other, limits) : isolateShop(url, shop.id, limits);
      const isDone = async () => {
        const { port, isAlone } = await placementOf(client, shop.id);
        return name === 'moveShop' ? port === other.port : isAlone;
      };
      const interrupt = new AbortController();
      await underWrites(async () => {
        const watching = abortAt(status, interrupt);
        const outcome = await start({ ...options, pollMs: 20, signal: interrupt.signal }).then(
          () => 'done',
          (error: Error) => error.message,
        );
        interrupt.abort();
        await watching;
        const wasDone = await isDone();
        // An operation that was committed before the interrupt remains.
        expect([outcome, wasDone]).toEqual(
          wasDone
            ? ['done', true]
            : ['Interrupted. The operation was cancelled and no shard was changed.', false],
        );
        expect(await leftovers()).toEqual([]);
        await start({ ...options, blocking: name === 'isolateShop' });
      });
      expect(await isDone()).toBe(true);
      expect(await leftovers()).toEqual([]);
    },
  );

  /** Aborts when a running operation reports the status, or when the controller is aborted elsewhere. */
  async function abortAt(status: string, interrupt: AbortController): Promise<void> {
    const own = await connected(url);
    while (!interrupt.signal.aborted) {
      const lines = await own.query<{ status: string }>(
        'SELECT lower(status) AS status FROM get_rebalance_progress()',
      );
      if (lines.rows.some((row) => row.status.startsWith(status))) interrupt.abort();
    }
    await own.end();
  }

  it(
    'an interrupted rebalance or drainNode leaves a job in Citus that rebalance follows and stopMoves stops',
    async () => {
      const node = await otherNode(0);
      const drained = interrupted((follow) => drainNode(url, node, follow));
      await expect(drained).rejects.toThrow(/^Interrupted. Job \d+ continues: "rebalance" follows it/);
      const lines: string[] = [];
      await expect(
        interrupted(
          (follow) => rebalance(url, follow),
          (line) => lines.push(line),
        ),
      ).rejects.toThrow(/^Interrupted/);
      expect(lines[0]).toMatch(/^follows the running job \d+$/);
      expect((await listMoves(url))[0]).toMatch(/^job \d+ is (scheduled|running): /);
      expect((await stopMoves(url))[0]).toMatch(/^stopped job \d+$/);
      expect([await listMoves(url), await stopMoves(url), await leftovers()]).toEqual([[], [], []]);
      const quietly = { report: () => undefined, pauseMs: 100 };
      await underWrites(async () => {
        await drainNode(url, node, quietly);
        expect(await shardsOn(node.port)).toBe(0);
        await allowShards(node);
        await rebalance(url, quietly);
      });
      expect(await shardsOn(node.port)).toBeGreaterThan(0);
    },
    REBALANCE_TIMEOUT_MS,
  );

  it('drainNode rejects an unknown node, and the last node with shards', async () => {
    const node = await otherNode(0);
    const follow = { report: () => undefined };
    await expect(drainNode(url, { host: node.host, port: 1 }, follow)).rejects.toThrow(
      `${node.host}:1 is not an active worker node.`,
    );
    const rest = 'groupid > 0 AND (nodename, nodeport) <> ($1, $2::integer)';
    const set = (value: boolean) =>
      client.query(
        `SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $3) FROM pg_dist_node WHERE ${rest}`,
        [node.host, node.port, value],
      );
    await set(false);
    await expect(drainNode(url, node, follow)).rejects.toThrow('no other node can have shards.');
    await set(true);
  });

  it('shopsByNode lists each shop with the node that placementOf returns for it', async () => {
    const listed = await shopsByNode({ auth: url, shop: url });
    for (const { id, domain } of shops) {
      const { node, port, shard } = await placementOf(client, id);
      expect(listed).toContainEqual({ domain, node: `${node}:${port}`, shard: String(shard) });
    }
  });

  /** Runs the work and interrupts it after its second line of progress. */
  function interrupted<T>(
    work: (follow: Parameters<typeof rebalance>[1]) => Promise<T>,
    report: (line: string) => void = () => undefined,
  ): Promise<T> {
    const interrupt = new AbortController();
    return work({
      report: (line) => {
        report(line);
        interrupt.abort();
      },
      signal: interrupt.signal,
      pauseMs: 100,
    });
  }

  async function shardsOn(port: number): Promise<number> {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM pg_dist_shard_placement WHERE nodeport = $1',
      [port],
    );
    return rows[0]!.n;
  }

  it('an interrupted distribute continues at the interrupted step when it runs again', async () => {
    const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
    await client.query('DROP SCHEMA shop CASCADE; DROP SCHEMA auth CASCADE');
    await migrate({ auth: url, shop: url }, passwords);
    const count = (await distribute(url, passwords, { shards: 4, dryRun: true })).length;
    expect(count).toBeGreaterThan(30);
    for (let left = count; left > 0; left -= 1) {
      const interrupt = new AbortController();
      let started = 0;
      const report = () => (started += 1) === 2 && interrupt.abort();
      const run = distribute(url, passwords, { shards: 4, report, signal: interrupt.signal });
      if (left > 1)
        await expect(run).rejects.toThrow(
          `Interrupted after 1 of ${left} steps. Run the command again to continue.`,
        );
      else await run;
    }
    expect(await distribute(url, passwords, { shards: 4 })).toEqual([]);
  });

  it('a shop is moved once if two operators move it concurrently', async () => {
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
  // Statements report a lost connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
