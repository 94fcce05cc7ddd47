import { DatabaseError } from '@storewright/postgres-driver';
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { type DatabaseOptions, dataSourceOptions } from './database-options';
import type { Statement } from '@storewright/postgres-driver';

const lockKey = 7;
const waitsForLock: Statement = { text: `SELECT pg_advisory_xact_lock(${lockKey})` };

describe('Database on shared connections', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const opened: Database[] = [];
  const shops = Array.from({ length: 6 }, () => randomUUID());

  beforeAll(async () => {
    // Suppresses the log lines of errors that the tests cause.
    Logger.overrideLogger(false);
    database = await testDatabase();
    dataSource = await new DataSource(dataSourceOptions(optionsOf(1))).initialize();
    for (const shop_id of shops) {
      await database.query(
        `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'counter', 'x', '{}', now(), now() FROM generate_series(1, 5)`,
        [shop_id],
      );
    }
  });
  afterEach(() => Promise.all(opened.splice(0).map((door) => door.close())));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  function optionsOf(pipelined: number): DatabaseOptions {
    return { url: database.url('shop'), applicationName: `spec-${pipelined}`, pipelined };
  }
  function open(pipelined: number): Database {
    const door = new Database(dataSource, optionsOf(pipelined));
    opened.push(door);
    return door;
  }
  /**
   * Returns the process ids of the server processes that serve the database with this number of connections.
   */
  async function backends(pipelined: number, waiting = false): Promise<number[]> {
    const rows = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()
        AND backend_type = 'client backend'
       AND ($2 = false OR wait_event_type = 'Lock')`,
      [`spec-${pipelined}`, waiting],
    );
    return rows.map(({ pid }) => pid);
  }
  async function untilWaiting(pipelined: number): Promise<void> {
    while ((await backends(pipelined, true)).length === 0);
  }
  const kill = (pids: number[]) =>
    database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);

  it('isolates hundreds of concurrent statements of several shops, some of which fail', async () => {
    const door = open(4);
    const statements: Statement[] = [
      { name: 'all', text: 'SELECT shop_id FROM shop.meta', values: [] },
      { text: 'SELECT shop_id FROM shop.meta' },
      { name: 'some', text: 'SELECT shop_id FROM shop.meta WHERE resource_type = $1', values: ['counter'] },
      { name: 'write', text: 'UPDATE shop.meta SET version = version + 1 RETURNING shop_id', values: [] },
      { text: 'SELECT 1 / 0' },
      { name: 'bad', text: 'SELECT 1 / (count(*) - 5) FROM shop.meta', values: [] },
      { text: 'SELECT nonsense' },
      { text: 'COMMIT AND CHAIN' },
    ];
    const jobs = Array.from({ length: 800 }, (_, at) => ({
      shop_id: shops[at % shops.length]!,
      statement: statements[Math.floor(at / shops.length) % statements.length]!,
    }));
    const results = await Promise.allSettled(
      jobs.map(({ shop_id, statement }) => door.query({ shop_id }, statement)),
    );
    for (const [at, result] of results.entries()) {
      const { shop_id, statement } = jobs[at]!;
      const fails = /1 \/|nonsense|COMMIT/.test(statement.text);
      expect([statement.text, result.status]).toEqual([statement.text, fails ? 'rejected' : 'fulfilled']);
      if (result.status === 'fulfilled' && statement.text.includes('shop_id'))
        expect(result.value).toEqual(Array.from({ length: 5 }, () => ({ shop_id })));
    }
    expect((await backends(4)).length).toBeLessThanOrEqual(4);
    const writes = jobs.filter(({ statement }) => statement.name === 'write').length;
    const [sum] = await database.query<{ n: number }>('SELECT sum(version - 1)::int AS n FROM shop.meta');
    expect(sum!.n).toBe(writes * 5);
  });

  it('rejects only the statement that caused an error', async () => {
    const door = open(1);
    const results = await Promise.allSettled([
      door.query({ shop_id: shops[0]! }, { text: 'SELECT 1 AS n' }),
      door.query({ shop_id: shops[0]! }, { text: 'SELECT 1 / 0' }),
      door.query({ shop_id: shops[1]! }, { text: 'SELECT count(*)::int AS n FROM shop.meta' }),
      door.query({ shop_id: shops[1]! }, { text: 'nonsense' }),
      door.query({}, { name: 'missing', text: 'SELECT * FROM shop.nowhere', values: [] }),
      door.query({}, { text: 'SELECT $1::int AS n', values: ['x'] }),
      door.query({}, { text: 'SELECT count(*)::int AS n FROM shop.meta' }),
    ]);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : codeOf(result.reason))),
    ).toEqual([[{ n: 1 }], '22012', [{ n: 5 }], '42601', '42P01', 'value_out_of_range', [{ n: 0 }]]);
  });

  it.each([
    ...[
      'COMMIT',
      'commit',
      'ROLLBACK AND CHAIN',
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
      'DISCARD ALL',
      'RESET ALL',
    ],
    ...[`SET app.shop_id = 'x'`, 'DEALLOCATE ALL', 'LISTEN x', '/* */ COMMIT', ' ; COMMIT'],
  ])('rejects a statement that cannot be prepared: %s', async (text) => {
    const door = open(1);
    const settings = `SELECT current_setting('app.shop_id', true) AS shop_id`;
    const shop_id = shops[0]!;
    // Prepares the driver's own BEGIN and COMMIT. A statement with the same text must not execute them.
    await door.transaction({ shop_id }, (transaction) =>
      transaction.query({ name: 'one', text: 'SELECT 1' }),
    );
    await expect(door.query({ shop_id }, { text })).rejects.toMatchObject({ code: '42601' });
    // On Citus, pg sends the statements of a transaction itself and accepts any statement.
    if (process.env['SHOP_DATABASE_KIND'] !== 'citus') {
      const within = door.transaction({ shop_id }, (transaction) => transaction.query({ name: 'one', text }));
      await expect(within).rejects.toMatchObject({ code: '42601' });
    }
    const seen = await door.query({}, { text: settings });
    expect(['', null]).toContain(seen[0]!['shop_id']);
  });

  it('undoes the writes of a failed statement', async () => {
    const door = open(1);
    const text = `WITH added AS (
        INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
        VALUES ('${shops[0]}', gen_random_uuid(), 'half', 'x', '{}', now(), now()) RETURNING id
      ) SELECT 1 / (count(*) - 1) FROM added`;
    await expect(door.query({ shop_id: shops[0]! }, { text })).rejects.toThrow('division by zero');
    expect(
      await door.query(
        { shop_id: shops[0]! },
        { text: `SELECT id FROM shop.meta WHERE resource_type = 'half'` },
      ),
    ).toEqual([]);
  });

  it('prepares a statement again after a failed preparation, and runs later statements', async () => {
    const door = open(1);
    const statement = { name: 'of-late', text: 'SELECT count(*)::int AS n FROM shop.of_late', values: [] };
    const early = await Promise.allSettled([
      door.query({}, statement),
      door.query({}, statement),
      door.query({}, { text: 'SELECT 7 AS n' }),
    ]);
    // The second statement assumes that the first one was prepared. It may fail with the error of either.
    expect(
      early.map((result) => (result.status === 'fulfilled' ? result.value : codeOf(result.reason))),
    ).toEqual(['42P01', '42P01', [{ n: 7 }]]);
    await database.query('CREATE TABLE shop.of_late (); GRANT SELECT ON shop.of_late TO storewright_shop');
    expect(await door.query({}, statement)).toEqual([{ n: 0 }]);
  });

  it('keeps at most 256 statements prepared per connection', async () => {
    const door = open(1);
    const shape = (at: number) => door.query({}, { text: `SELECT $1::int + ${at} AS n`, values: [at] });
    const answers = await Promise.all(Array.from({ length: 700 }, (_, at) => shape(at)));
    expect(answers).toEqual(answers.map((_, at) => [{ n: 2 * at }]));
    const [kept] = await door.query({}, { text: 'SELECT count(*)::int AS n FROM pg_prepared_statements' });
    expect(kept!['n']).toBeLessThanOrEqual(256);
    expect(await Promise.all([shape(0), shape(699), shape(0)])).toEqual([
      [{ n: 0 }],
      [{ n: 1398 }],
      [{ n: 0 }],
    ]);
  });

  it('rejects pending statements as unavailable when the server process dies, and reconnects', async () => {
    const door = open(1);
    await database.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const underWay = [
      door.query({ shop_id: shops[0]! }, waitsForLock),
      door.query({ shop_id: shops[1]! }, { name: 'behind', text: 'SELECT 1 AS n', values: [] }),
      door.query({}, { text: 'SELECT 2 AS n' }),
    ];
    const settled = Promise.allSettled(underWay);
    await untilWaiting(1);
    const before = await backends(1);
    await kill(before);
    for (const result of await settled) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { problem: 'unavailable' },
      });
    }
    await database.query('SELECT pg_advisory_unlock($1)', [lockKey]);
    expect(
      await door.query({ shop_id: shops[0]! }, { name: 'behind', text: 'SELECT 1 AS n', values: [] }),
    ).toEqual([{ n: 1 }]);
    expect(await backends(1)).not.toEqual(before);
  });

  it('keeps the remaining connections open if one server process dies', async () => {
    const door = open(2);
    await database.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const [dying, living] = [door.query({}, waitsForLock), door.query({}, { text: 'SELECT 1 AS n' })];
    const death = expect(dying).rejects.toMatchObject({ problem: 'unavailable' });
    await untilWaiting(2);
    await kill(await backends(2, true));
    await death;
    expect(await living).toEqual([{ n: 1 }]);
    await database.query('SELECT pg_advisory_unlock($1)', [lockKey]);
  });

  it('uses only merge joins for a statement with joins: merge, and any plan for the next statement', async () => {
    const door = open(1);
    const text = `SELECT current_setting('enable_nestloop') AS loop, current_setting('enable_hashjoin') AS hash`;
    const settings = async (statement: Statement) =>
      (await door.query({ shop_id: shops[0]! }, statement)).map(({ loop, hash }) => ({ loop, hash }));
    expect(await settings({ text, joins: 'merge' })).toEqual([{ loop: 'off', hash: 'off' }]);
    expect(await settings({ text })).toEqual([{ loop: 'on', hash: 'on' }]);
  });

  it('plans a statement with plan: values for its values, but not the next statement', async () => {
    const door = open(1);
    const text = `SELECT current_setting('plan_cache_mode') AS mode`;
    const modes = [];
    for (const statement of [{ text }, { text, plan: 'values' as const }, { text }])
      modes.push(...(await door.query({ shop_id: shops[0]! }, statement)).map(({ mode }) => mode));
    expect(modes).toEqual(['force_generic_plan', 'force_custom_plan', 'force_generic_plan']);
  });

  it('sends a statement to the connection with the fewest pending statements', async () => {
    const door = open(2);
    await database.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const slow = door.query({}, waitsForLock);
    await untilWaiting(2);
    const quick = Array.from({ length: 20 }, async (_, at) => {
      expect(await door.query({}, { text: `SELECT ${at} AS n` })).toEqual([{ n: at }]);
    });
    // A statement on the busy connection would wait for the lock.
    await quick[0];
    await database.query('SELECT pg_advisory_unlock($1)', [lockKey]);
    await Promise.all([slow, ...quick]);
  });

  it('rejects as unavailable without a server or with a wrong password, and logs the wrong password once', async () => {
    const url = new URL(database.url('shop'));
    url.port = '1';
    const nowhere = new Database(dataSource, { url: url.href, applicationName: 'spec', pipelined: 1 });
    await expect(nowhere.query({}, { text: 'SELECT 1' })).rejects.toMatchObject({ problem: 'unavailable' });
    await expect(nowhere.query({}, { text: 'SELECT 1' })).rejects.toMatchObject({ problem: 'unavailable' });
    await nowhere.close();

    const refused = new URL(database.url('shop'));
    refused.password = 'wrong';
    const stranger = new Database(dataSource, { url: refused.href, applicationName: 'spec', pipelined: 1 });
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    for (let count = 0; count < 2; count += 1)
      await expect(stranger.query({}, { text: 'SELECT 1' })).rejects.toMatchObject({
        ...{ problem: 'unavailable', cause: { code: '28P01' } },
      });
    expect(warn.mock.calls).toEqual([
      ['the database rejects connections: password authentication failed for user "storewright_shop"'],
    ]);
    warn.mockRestore();
    await stranger.close();
  });

  it('reconnects after the server accepts connections again', async () => {
    const door = open(3);
    const name = new URL(database.administratorUrl).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    try {
      await expect(door.query({}, { text: 'SELECT 1 AS n' })).rejects.toMatchObject({
        problem: 'unavailable',
      });
    } finally {
      await database.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    }
    expect(await door.query({}, { text: 'SELECT 1 AS n' })).toEqual([{ n: 1 }]);
  });

  describe('batch()', () => {
    const count = 'SELECT count(*)::integer AS n FROM shop.meta WHERE resource_type = $1';
    const add = `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
      VALUES ($1, gen_random_uuid(), $2, 'x', '{}', now(), now())`;
    const counted = (type: string) => ({ text: count, values: [type] });
    const added = (shop_id: string, type: string) => ({ text: add, values: [shop_id, type] });

    it('runs in the context of its shop, and each statement sees the writes of earlier statements', async () => {
      const [door, [mine, other]] = [open(1), shops as [string, string]];
      const all = [counted('batch'), added(mine, 'batch'), counted('batch')];
      const [before, , after] = await door.batch({ shop_id: mine }, all);
      expect([before!.rows, after!.rows]).toEqual([[{ n: 0 }], [{ n: 1 }]]);
      expect(await door.query({ shop_id: other }, counted('batch'))).toEqual([{ n: 0 }]);
    });

    it('rolls back all statements and rejects with the error if one statement fails', async () => {
      const [door, shop_id] = [open(1), shops[0]!];
      const divided = { text: 'SELECT 1 / $1::integer', values: [0] };
      const batch = door.batch({ shop_id }, [added(shop_id, 'undone'), divided, added(shop_id, 'undone')]);
      await expect(batch).rejects.toMatchObject({ code: '22012' });
      const unknown = door.batch({ shop_id }, [added(shop_id, 'undone'), { text: 'SELECT nonsense' }]);
      await expect(unknown).rejects.toMatchObject({ code: '42703' });
      expect(await door.query({ shop_id }, counted('undone'))).toEqual([{ n: 0 }]);
    });

    it('reads rows that were committed while an earlier statement waited for a lock', async () => {
      const [door, other, shop_id] = [open(1), open(2), shops[0]!];
      await database.query('SELECT pg_advisory_lock($1)', [lockKey]);
      const batch = door.batch({ shop_id }, [waitsForLock, counted('late')]);
      await untilWaiting(1);
      await other.query({ shop_id }, added(shop_id, 'late'));
      await database.query('SELECT pg_advisory_unlock($1)', [lockKey]);
      expect((await batch)[1]!.rows).toEqual([{ n: 1 }]);
    });

    it('executes a statement even if the same batch removes it from the cache of prepared statements', async () => {
      const [door, shop_id] = [open(1), shops[0]!];
      const numbers = Array.from({ length: 300 }, (_, at) => at);
      const one = (n: number) => ({ text: `SELECT ${n} AS n` });
      for (const n of numbers.slice(0, 256)) await door.query({ shop_id }, one(n));
      const [first, ...rest] = await door.batch({ shop_id }, [one(0), ...numbers.slice(256).map(one)]);
      expect([first!.rows, rest.at(-1)!.rows]).toEqual([[{ n: 0 }], [{ n: 299 }]]);
      expect(await door.query({ shop_id }, one(0))).toEqual([{ n: 0 }]);
    });

    it('resolves after the commit is on disk, unless asyncCommit is true', async () => {
      const [door, shop_id] = [open(1), shops[0]!];
      const text = `SELECT setting, source = 'session' AS said FROM pg_settings WHERE name = 'synchronous_commit'`;
      const of = async (asyncCommit: boolean) =>
        (await door.batch({ shop_id }, [{ text }], { asyncCommit }))[0]!.rows;
      expect(await of(true)).toEqual([{ setting: 'off', said: true }]);
      expect(await of(false)).toMatchObject([{ said: false }]);
    });
  });

  it('close() waits for the responses of pending statements before it closes connections', async () => {
    const door = open(2);
    const ask = () => Array.from({ length: 10 }, (_, at) => door.query({}, { text: `SELECT ${at} AS n` }));
    await Promise.all(ask());
    const underWay = ask();
    await door.close();
    expect((await Promise.all(underWay)).flat()).toEqual(underWay.map((_, n) => ({ n })));
    while ((await backends(2)).length > 0);
  });
});

function codeOf(error: unknown): unknown {
  return error instanceof DatabaseError ? error.problem : (error as { code?: string }).code;
}
