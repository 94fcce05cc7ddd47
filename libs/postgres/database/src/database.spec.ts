import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type TestDatabase, testDatabase, until } from '@storewright/testing';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Database, type Transaction } from './database';
import { dataSourceOptions } from './database-options';

const shop_id = randomUUID();
const context = { shop_id };
const lockKey = 8;

describe('Database transactions', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;

  beforeAll(async () => {
    database = await testDatabase();
    // Exceeds any delay between two statements, so that Postgres detects a deadlock first.
    const name = new URL(database.url('shop')).pathname.slice(1);
    await database.query(`ALTER ROLE storewright_shop IN DATABASE ${name} SET lock_timeout = '2min'`);
    const options = { url: database.url('shop'), applicationName: 'spec-transactions', poolSize: 3 };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  const insert = (id: string, version = 0) => ({
    text: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at)
           VALUES ($1, $2, 'x', 'x', '{}', $3, now(), now())`,
    values: [shop_id, id, version],
  });
  const add = (id: string) => ({
    text: 'UPDATE shop.meta SET version = version + 1 WHERE shop_id = $1 AND id = $2',
    values: [shop_id, id],
  });
  async function aRow(): Promise<string> {
    const id = randomUUID();
    await door.query(context, insert(id));
    return id;
  }
  async function versionOf(id: string): Promise<unknown> {
    const [row] = await database.query('SELECT version FROM shop.meta WHERE id = $1', [id]);
    return row?.['version'];
  }

  it('transaction() returns the result of its callback and commits when the callback resolves', async () => {
    const id = randomUUID();
    const result = await door.transaction(context, async (transaction) => {
      await transaction.query(insert(id, 7));
      expect(await versionOf(id)).toBeUndefined();
      return 'done';
    });
    expect(result).toBe('done');
    expect(await versionOf(id)).toBe(7);
  });

  it.each([
    ['write()', (id: string) => door.write(context, add(id))],
    ['transaction()', (id: string) => door.transaction(context, (transaction) => transaction.query(add(id)))],
  ])(
    '%s resolves only after a waiting transaction has sent a statement on the released connection',
    async (_, change) => {
      const id = await aRow();
      const changes = (count: number) =>
        Promise.all(Array.from({ length: count }, () => change(id).then(() => seen.push('answered'))));
      let seen: string[] = [];
      await changes(3);
      seen = [];
      const { master } = dataSource.driver as PostgresDriver;
      // Records the time at which a waiting change gets its connection and has sent its statement: after
      // everything that the earlier response triggers.
      const given = () => process.nextTick(() => seen.push('sent'));
      master.on('acquire', given);
      await changes(6);
      master.off('acquire', given);
      // The first three changes have a connection each. A fourth change sends before the first response is
      // processed.
      expect(seen.indexOf('answered')).toBeGreaterThan(3);
      expect(seen.filter((each) => each === 'sent')).toHaveLength(6);
    },
  );

  it('write() does not delay queries while the write waits for a lock', async () => {
    const id = await aRow();
    let waiting: Promise<unknown> | undefined;
    await door.transaction(context, async (transaction) => {
      await transaction.query(add(id));
      waiting = door.write(context, add(id));
      // Sends more reads than there are shared connections.
      await Promise.all(Array.from({ length: 20 }, () => door.query(context, { text: 'SELECT 1' })));
    });
    await waiting;
    expect(await versionOf(id)).toBe(2);
  });

  it('change() runs its statement again after a concurrent change and leaves no transaction open', async () => {
    const id = await aRow();
    const lock = () => ({
      text: 'SELECT 1 FROM shop.meta WHERE shop_id = $1 AND id = $2 FOR UPDATE',
      values: [shop_id, id],
    });
    await Promise.all(Array.from({ length: 12 }, () => door.change(context, add(id), lock)));
    expect(await versionOf(id)).toBe(12);
    const open = `SELECT pid FROM pg_stat_activity WHERE application_name = 'spec-transactions'
                   AND state <> 'idle' AND datname = current_database()`;
    expect(await database.query(open)).toEqual([]);
  });

  it('commit() sends COMMIT after pending statements and rejects later statements', async () => {
    const id = randomUUID();
    let late: Promise<unknown> | undefined;
    await door.transaction(context, async (transaction) => {
      const sent = transaction.query(insert(id, 7));
      const committed = transaction.commit();
      late = transaction.query(add(id)).catch((error: Error) => error.message);
      await Promise.all([sent, committed]);
      expect(await versionOf(id)).toBe(7);
    });
    expect(await late).toContain('a statement was sent after its transaction ended');
    expect(await versionOf(id)).toBe(7);
  });

  it('commit() rolls back after a failed statement and rejects with the error of the statement', async () => {
    const [id, taken] = [randomUUID(), await aRow()];
    const failed = door.transaction(context, async (transaction) => {
      await transaction.query(insert(id));
      transaction.query(insert(taken)).catch(() => undefined);
      await transaction.commit();
    });
    await expect(failed).rejects.toMatchObject({ problem: 'duplicate' });
    expect(await versionOf(id)).toBeUndefined();
  });

  it('onCommit() calls its listener after a commit, but not after a rollback', async () => {
    const id = randomUUID();
    let versionAtCommit: Promise<unknown> | undefined;
    await door.transaction(context, async (transaction) => {
      transaction.onCommit(() => {
        versionAtCommit = versionOf(id);
      });
      await transaction.query(insert(id, 7));
      expect(versionAtCommit).toBeUndefined();
    });
    expect(await versionAtCommit).toBe(7);
    const listener = jest.fn();
    const failed = door.transaction(context, async (transaction) => {
      transaction.onCommit(listener);
      await transaction.query(insert(id));
    });
    await expect(failed).rejects.toMatchObject({ problem: 'duplicate' });
    expect(listener).not.toHaveBeenCalled();
  });

  it('transaction() rolls back and rejects with the same error if its callback rejects', async () => {
    const id = randomUUID();
    const error = new Error('given up');
    const failed = door.transaction(context, async (transaction) => {
      await transaction.query(insert(id));
      throw error;
    });
    await expect(failed).rejects.toBe(error);
    expect(await versionOf(id)).toBeUndefined();
  });

  it('transaction() rolls back everything if a statement of its entity manager fails', async () => {
    const id = randomUUID();
    const twice = door.transaction(context, async (transaction) => {
      await transaction.query(insert(id));
      await transaction.manager.query(insert(id).text, insert(id).values);
    });
    await expect(twice).rejects.toMatchObject({ problem: 'duplicate' });
    expect(await versionOf(id)).toBeUndefined();
  });

  it('transaction() rejects if its callback catches the error of a statement and then resolves', async () => {
    const id = randomUUID();
    const swallowed = door.transaction(context, async (transaction) => {
      await transaction.query(insert(id));
      await transaction.query(insert(id)).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('all of it was rolled back');
    expect(await versionOf(id)).toBeUndefined();
  });

  describe('with named statements that are sent together', () => {
    const named = <T extends object>(name: string, statement: T) => ({ name, ...statement });
    const settled = (sent: readonly Promise<unknown>[]) =>
      Promise.all(
        sent.map((each) => each.then(() => 'done').catch((error: { code?: string }) => error.code)),
      );

    it('reports the error of the failed statement, skips later statements and rolls back', async () => {
      const [id, taken] = [randomUUID(), await aRow()];
      for (const { name } of [{ name: 'not prepared yet' }, { name: 'prepared' }]) {
        let each: unknown[] = [];
        const failed = door.transaction(context, async (transaction) => {
          const sent = [id, taken, randomUUID()].map((one) => transaction.query(named('add', insert(one))));
          const committed = transaction.commit();
          each = await settled(sent);
          await committed;
        });
        await expect(failed).rejects.toMatchObject({ problem: 'duplicate' });
        expect([name, ...each]).toEqual([name, 'done', '23505', '25P02']);
        expect(await versionOf(id)).toBeUndefined();
      }
      await door.transaction(context, (transaction) => transaction.query(named('add', insert(id, 3))));
      expect(await versionOf(id)).toBe(3);
    });

    it('rolls back if a statement has an invalid value, even if the callback catches the error', async () => {
      const id = randomUUID();
      const swallowed = door.transaction(context, async (transaction) => {
        const bad = { ...insert(id), values: [shop_id, '\0', 1] };
        const sent = [insert(id), bad].map((each) => transaction.query(named('add', each)));
        expect(await settled(sent)).toEqual(['done', '22021']);
      });
      await expect(swallowed).rejects.toThrow('all of it was rolled back');
      expect(await versionOf(id)).toBeUndefined();
    });

    it('rejects with the reason if Postgres cannot prepare a statement, and reuses the connection', async () => {
      const id = await aRow();
      const pid = { name: 'pid', text: 'SELECT pg_backend_pid() AS pid' };
      let used: unknown[] = [];
      const failed = door.transaction(context, async (transaction) => {
        used = await transaction.query(pid);
        await transaction.query({ name: 'wrong', text: 'SELECT nothing_like_it FROM shop.meta' });
      });
      await expect(failed).rejects.toThrow('column "nothing_like_it" does not exist');
      await door.transaction(context, async (transaction) => {
        const [row] = await Promise.all([
          transaction.query(pid),
          transaction.query(named('change', add(id))),
        ]);
        expect(row).toEqual(used);
      });
      expect(await versionOf(id)).toBe(1);
    });

    it('executes named and unnamed statements in call order', async () => {
      const id = randomUUID();
      const versions = await door.transaction(context, async (transaction) => {
        const seen = { text: 'SELECT version FROM shop.meta WHERE id = $1', values: [id] };
        const [, first, , last] = await Promise.all([
          transaction.query(named('add', insert(id))),
          transaction.query(seen),
          transaction.query(named('change', add(id))),
          transaction.query(named('seen', seen)),
        ]);
        return [first, last];
      });
      expect(versions).toEqual([[{ version: 0 }], [{ version: 1 }]]);
    });
  });

  it('query() and the entity manager return the same rows', async () => {
    const id = randomUUID();
    await door.transaction(context, async (transaction) => {
      await transaction.manager.query(insert(id).text, insert(id).values);
      await transaction.query(add(id));
      const text = 'SELECT version, data FROM shop.meta WHERE id = $1';
      expect(await transaction.query({ text, values: [id] })).toEqual([{ version: 1, data: '{}' }]);
      expect(await transaction.manager.query(text, [id])).toEqual([{ version: 1, data: '{}' }]);
    });
  });

  it('transaction() runs its callback again after a deadlock (40P01), so that both transactions succeed', async () => {
    const [a, b] = [await aRow(), await aRow()];
    let runs = 0;
    const meeting = barrier(2);
    const crossing = (first: string, second: string) =>
      door.transaction(context, async (transaction) => {
        runs += 1;
        await transaction.query(add(first));
        await meeting();
        await transaction.query(add(second));
      });
    await Promise.all([crossing(a, b), crossing(b, a)]);
    // One transaction ran again. On a busy machine, the two transactions may deadlock more than once.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect([await versionOf(a), await versionOf(b)]).toEqual([2, 2]);
  });

  it('transaction() rolls back and runs its callback again after a serialization failure (40001)', async () => {
    const id = await aRow();
    const role = `ALTER ROLE storewright_shop IN DATABASE ${new URL(database.url('shop')).pathname.slice(1)}`;
    await database.query(`${role} SET default_transaction_isolation = 'repeatable read'`);
    const options = { url: database.url('shop'), applicationName: 'spec-serialisation' };
    const source = await new DataSource(dataSourceOptions(options)).initialize();
    await database.query(`${role} RESET default_transaction_isolation`);
    const serialised = new Database(source, options);
    let runs = 0;
    await serialised.transaction(context, async (transaction) => {
      await transaction.query({ text: 'SELECT version FROM shop.meta WHERE id = $1', values: [id] });
      runs += 1;
      if (runs === 1) await door.query(context, add(id));
      await transaction.query(add(id));
    });
    expect(runs).toBe(2);
    expect(await versionOf(id)).toBe(2);
    await serialised.close();
    await source.destroy();
  });

  it('transaction() rejects as rows_locked after three failed retries', async () => {
    let runs = 0;
    const hopeless = door.transaction(context, (transaction) => {
      runs += 1;
      return fail(transaction, '40001');
    });
    await expect(hopeless).rejects.toMatchObject({ problem: 'rows_locked' });
    expect(runs).toBe(4);
  });

  it.each(['23505', '57014', 'XX000'])(
    'transaction() does not run its callback again after SQLSTATE %s',
    async (sqlstate) => {
      let runs = 0;
      const failed = door.transaction(context, (transaction) => {
        runs += 1;
        return fail(transaction, sqlstate);
      });
      await expect(failed).rejects.toBeDefined();
      expect(runs).toBe(1);
    },
  );

  it('transaction() rejects and rolls back if its server process dies, and the pool reconnects', async () => {
    const id = randomUUID();
    await database.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const dying = door.transaction(context, async (transaction) => {
      await transaction.query(insert(id));
      await transaction.query({ text: `SELECT pg_advisory_xact_lock(${lockKey})` });
    });
    const death = expect(dying).rejects.toMatchObject({ problem: 'unavailable' });
    const victims = `FROM pg_stat_activity WHERE application_name = 'spec-transactions' AND wait_event = 'advisory'
      AND datname = current_database()`;
    while ((await database.query(`SELECT pid ${victims}`)).length === 0);
    await database.query(`SELECT pg_terminate_backend(pid) ${victims}`);
    await death;
    await database.query('SELECT pg_advisory_unlock($1)', [lockKey]);

    // Uses more transactions than the pool has connections, so a dead connection in the pool would be used.
    const others = Array.from({ length: 6 }, () =>
      door.transaction(context, (transaction) => transaction.query({ text: 'SELECT 1 AS n' })),
    );
    expect((await Promise.all(others)).flat()).toEqual(others.map(() => ({ n: 1 })));
    expect(await versionOf(id)).toBeUndefined();
  });

  it('an idle transaction whose server process dies does not crash this process', async () => {
    const lost = door.transaction(context, async (transaction) => {
      const [row] = await transaction.query({ text: 'SELECT pg_backend_pid() AS pid' });
      await database.query('SELECT pg_terminate_backend($1::integer)', [row!['pid']]);
      // No statement is pending when the connection breaks, so the error belongs to no query.
      while ((await database.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [row!['pid']])).length);
      await transaction.query({ text: 'SELECT 1' });
    });
    await expect(lost).rejects.toMatchObject({ problem: 'unavailable' });
  });
});

describe('Database with an error that validation should prevent', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;
  const logged: unknown[] = [];
  const ignored = () => undefined;

  beforeAll(async () => {
    Logger.overrideLogger({ error: (line: unknown) => logged.push(line), log: ignored, warn: ignored });
    database = await testDatabase();
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  it.each([
    ['22P02', `SELECT 'x'::uuid`],
    ['22003', 'SELECT 2147483648::int4'],
    ['22021', `SELECT convert_from('\\xff', 'UTF8')`],
    ['22P05', `SELECT '{"a":"\\u0000"}'::jsonb ->> 'a'`],
    ['54001', `SELECT (repeat('[', 100000) || repeat(']', 100000))::jsonb`],
  ])('rejects with value_out_of_range and logs the error with SQLSTATE %s', async (code, text) => {
    logged.length = 0;
    await expect(door.query({}, { text })).rejects.toMatchObject({
      problem: 'value_out_of_range',
      cause: { code },
    });
    await expect(door.transaction({}, (transaction) => transaction.query({ text }))).rejects.toMatchObject({
      problem: 'value_out_of_range',
    });
    expect(logged).toMatchObject([{ code }, { code }]);
  });

  it('rejects statements as unavailable while the server does not fit the service', async () => {
    let mismatch: Error | undefined;
    const fits = () => (mismatch ? Promise.reject(mismatch) : Promise.resolve());
    await door.start(fits);
    const [missing, present] = ['SELECT FROM missing', 'SELECT 1'].map((text) => ({ text }));
    await expect(door.query({}, missing!)).rejects.toMatchObject({ code: '42P01' });
    mismatch = new Error('the shop data is distributed');
    await until('the error is unavailable', () =>
      door.query({}, missing!).catch(({ problem }: { problem?: string }) => problem === 'unavailable'),
    );
    await expect(door.query({}, present!)).rejects.toMatchObject({ problem: 'unavailable' });
    mismatch = undefined;
    await until('a statement succeeds', () => door.query({}, present!).then(Boolean, () => false));
  });
});

function fail(transaction: Transaction, sqlstate: string): Promise<unknown> {
  return transaction.query({ text: `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${sqlstate}'; END $$` });
}

/** Blocks the first `count` callers until all of them have arrived. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    arrived += 1;
    if (arrived >= count) open();
    return opened;
  };
}
