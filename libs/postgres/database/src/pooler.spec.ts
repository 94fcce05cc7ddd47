import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { type DatabasePooler, topologyOf } from '@storewright/postgres-driver';
import { migrate } from '@storewright/schema';
import { type TestDatabase, testDatabase, TransactionPooler } from '@storewright/testing';
import { Client } from 'pg';
import { DatabaseModule, ShopDatabase } from './database.module';
import { refusePooled } from './pooler';

/** In transaction mode, each transaction may run on a different server connection (docs/adr/pools.md). */
describe('Database behind a pooler in transaction mode', () => {
  let database: TestDatabase;
  let pooler: TransactionPooler;
  let application: TestingModule;
  let shop: ShopDatabase;
  const context = { shop_id: '0193a000-0000-7000-8000-000000000001' };

  const started = (url: string, pooler: DatabasePooler) =>
    Test.createTestingModule({
      imports: [
        DatabaseModule.forRoot(ShopDatabase, {
          ...{ url, applicationName: 'spec-pooler', poolSize: 2, pipelined: 2 },
          // Longer than any delay of a busy machine: after these limits a service starts without its database.
          monitor: { answerMs: 60_000, connectMs: 60_000 },
          topology: topologyOf('postgres', pooler),
        }),
      ],
    }).compile();

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
    pooler = await TransactionPooler.before(database.url('shop'));
    application = await started(pooler.through, 'transaction');
    shop = application.get(ShopDatabase);
  });
  afterAll(async () => {
    await application.close();
    await pooler.close();
    await database.drop();
  });

  const who = {
    name: 'who',
    text: `SELECT pg_backend_pid() AS pid, current_setting('app.shop_id', true) AS shop_id, $1::text AS given`,
  };

  it('runs statements, writes, batches and transactions in their context on any server connection', async () => {
    const pids = new Set<unknown>();
    for (let round = 0; round < 4; round += 1) {
      const given = `'${round}' \\ "`;
      const statement = { ...who, values: [given] };
      const answers = [
        ...(await Promise.all([shop.query(context, statement), shop.query(context, statement)])),
        await shop.write(context, statement),
        ...(await shop.batch(context, [statement, statement])).map(({ rows }) => rows),
        await shop.transaction(context, (transaction) => transaction.query(statement)),
      ];
      for (const rows of answers) {
        expect(rows).toEqual([{ pid: expect.any(Number), shop_id: context.shop_id, given }]);
        pids.add(rows[0]!['pid']);
      }
    }
    expect(pids.size).toBeGreaterThan(1);
  });

  it('runs no statement in the context of an earlier statement', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [row] = await shop.query({}, { ...who, values: ['x'] });
      expect(row!['shop_id'] ?? '').toBe('');
    }
  });

  it('runs a transaction on a single server connection and rolls back after a failed statement', async () => {
    const pid = { text: 'SELECT pg_backend_pid() AS pid' };
    const [one, other] = await shop.transaction(context, (transaction) =>
      Promise.all([transaction.query(pid), transaction.query(pid)]),
    );
    expect(one).toEqual(other);
    await expect(shop.query(context, { text: 'SELECT 1 / 0' })).rejects.toMatchObject({ code: '22012' });
    expect(await shop.query(context, { ...who, values: ['x'] })).toHaveLength(1);
  });

  it('uses the session settings of the role, so that times are in UTC', async () => {
    const [row] = await shop.query(context, {
      text: `SELECT '2020-01-01T00:00:00Z'::timestamptz AS at, current_setting('plan_cache_mode') AS plans`,
    });
    expect(row).toEqual({ at: '2020-01-01T00:00:00.000000Z', plans: 'force_generic_plan' });
  });

  it('refuses to start if DATABASE_POOLER is not set', async () => {
    await expect(started(pooler.through, 'none')).rejects.toThrow(
      'behind a pooler in transaction mode: set DATABASE_POOLER',
    );
    const refusing = await TransactionPooler.before(database.url('shop'), { refusesOptions: true });
    await expect(started(refusing.through, 'none')).rejects.toThrow(
      'behind a pooler, which rejects session settings: set DATABASE_POOLER',
    );
    await refusing.close();
  });

  it('refuses to start if DATABASE_POOLER promises prepared statements but the pooler drops them', async () => {
    await expect(started(pooler.through, 'transaction-prepared')).rejects.toThrow(
      'the pooler keeps no prepared statements: set max_prepared_statements',
    );
  });

  it('refuses to start if the database role lacks the required session settings', async () => {
    const other = await testDatabase();
    const [{ name }] = (await other.query<{ name: string }>('SELECT current_database() AS name')) as [
      { name: string },
    ];
    await other.query(`ALTER ROLE storewright_shop IN DATABASE ${name} SET TimeZone = 'Europe/Berlin'`);
    await expect(started(other.url('shop'), 'transaction')).rejects.toThrow(
      'sessions start with TimeZone=Europe/Berlin behind the pooler: run "operator migrate"',
    );
    await other.drop();
  });

  it('migrate() rejects a connection through the pooler', async () => {
    const before = await TransactionPooler.before(database.administratorUrl);
    const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
    await expect(migrate({ auth: before.through, shop: before.through }, passwords)).rejects.toThrow(
      'belongs to a pooler in transaction mode. Use the address of the database itself',
    );
    await before.close();
  });

  it('refusePooled() rejects a connection through the pooler and accepts a direct connection', async () => {
    for (const [url, isRefused] of [
      [pooler.through, true],
      [database.url('shop'), false],
    ] as const) {
      const client = new Client({ connectionString: url });
      await client.connect();
      await (isRefused
        ? expect(refusePooled(client)).rejects.toThrow('LISTEN does not work through a pooler')
        : expect(refusePooled(client)).resolves.toBeUndefined());
      await client.end();
    }
  });
});
