import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { type TestDatabase, testDatabase, until } from '@storewright/testing';
import { Client } from 'pg';
import { connectionShortages } from './connection-limits';
import { DatabaseModule, ShopDatabase } from './database.module';

const unlimited = { max: -1, used: 0 };

const one = { text: 'SELECT 1 AS one' };

describe('Database on a server with a low connection limit', () => {
  let database: TestDatabase;
  let service: TestingModule;
  let shop: ShopDatabase;
  beforeEach(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
  });
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  /**
   * Limits the database to this number of connections. The connection monitor uses one of them, and the test
   * another one.
   */
  async function start(connections: number): Promise<void> {
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${connections}', current_database()); END $$`,
    );
    const options = { url: database.url('shop'), applicationName: 'spec-few', poolSize: 4, pipelined: 2 };
    service = await Test.createTestingModule({
      imports: [DatabaseModule.forRoot(ShopDatabase, options)],
    }).compile();
    shop = service.get(ShopDatabase);
  }
  const statuses = async (work: Promise<unknown>[]) =>
    new Set((await Promise.allSettled(work)).map(({ status }) => status));
  const reads = (count: number) => Array.from({ length: count }, () => shop.query({}, one));
  /** Opens transactions that stay open until `end` is called. */
  function held(count: number) {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let open = 0;
    const done = Array.from({ length: count }, () =>
      shop.transaction({}, async (transaction) => {
        await transaction.query(one);
        open += 1;
        await ended;
      }),
    );
    return {
      end,
      done,
      open: (least: number) => until('the transactions are open', async () => open >= least),
    };
  }

  it('connectionShortages() reports each pool that needs more connections than a limit allows', async () => {
    await start(6);
    const demand = (await shop.connectionDemand())!;
    expect(demand).toMatchObject({ wanted: 7, role: 'storewright_shop', limits: { database: { max: 6 } } });
    const [line, ...more] = connectionShortages([
      { ...demand, limits: { ...demand.limits, server: unlimited, role: unlimited } },
    ]);
    expect(line).toMatch(
      /^the pools of this process may open 7 connections, but the database test_\w+ at [^ ]+ /,
    );
    expect(line).toMatch(/ allows 6, of which others use \d/);
    expect(more).toEqual([]);
  });

  it('connectionCounts counts open connections, connections in use and waiting transactions', async () => {
    await start(100);
    const transactions = held(6);
    await transactions.open(4);
    await shop.query({}, one);
    const { pool, shared } = shop.connectionCounts;
    expect(pool).toMatchObject({ size: 4, open: 4, inUse: 4, waiting: 2 });
    expect(shared).toEqual({ open: 1, inUse: 0 });
    transactions.end();
    await Promise.all(transactions.done);
    expect(shop.connectionCounts.pool).toMatchObject({ open: 4, inUse: 0, waiting: 0 });
    const waits = [...pool.waits!.samples('waits', {})];
    expect(waits.find(({ metricName }) => metricName === 'waits_count')?.value).toBe(6);
  });

  it('serves every read while transactions hold all other connections and wait for each other', async () => {
    await start(6);
    const transactions = held(8);
    await transactions.open(3);
    const connects = jest.spyOn(Client.prototype, 'connect');
    for (let burst = 0; burst < 20; burst += 1)
      expect(await statuses(reads(100))).toEqual(new Set(['fulfilled']));
    // The reads wait for open connections instead of each trying a rejected connection again.
    expect(connects.mock.calls.length).toBeLessThan(4);
    connects.mockRestore();
    transactions.end();
    expect(await statuses(transactions.done)).toEqual(new Set(['fulfilled']));
  });

  it('runs reads on a connection of the transaction pool if the connection for reads was lost', async () => {
    await start(6);
    const transactions = held(4);
    await transactions.open(3);
    // Fills the server, so that the reads cannot open a new connection.
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 5', current_database()); END $$`,
    );
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'spec-few'
        AND datname = current_database() AND state = 'idle'`,
    );
    // The first read may fail on its lost connection.
    const first = reads(1);
    transactions.end();
    await Promise.allSettled([...first, ...transactions.done]);
    expect(await statuses(reads(20))).toEqual(new Set(['fulfilled']));
  });

  it('lets transactions use a connection that was opened for reads, after reads opened all connections', async () => {
    await start(4);
    expect(await statuses(reads(100))).toEqual(new Set(['fulfilled']));
    const write = () => shop.transaction({}, (transaction) => transaction.query(one));
    expect(await statuses([write(), write(), write(), ...reads(20)])).toEqual(new Set(['fulfilled']));
  });
});

describe('connectionShortages', () => {
  it.each<[string, number, number, number, string[]]>([
    ['enough room', 97, 66, -1, []],
    [
      'enough room only without other clients',
      97,
      68,
      -1,
      ['the server at db:5432 allows 97, of which others use 68'],
    ],
    ['a lower limit of the role', 500, 0, 29, ['the role storewright_shop at db:5432 allows 29']],
  ])('adds up the pools of a process per server and role: %s', (_, server, others, role, messages) => {
    const one = { server: 'db:5432', role: 'storewright_shop', database: 'd', wanted: 15, open: 3 };
    const limits = {
      server: { max: server, used: others + 6 },
      role: { max: role, used: 6 },
      database: unlimited,
    };
    const lines = connectionShortages([
      { ...one, limits },
      { ...one, database: 'e', limits },
    ]);
    expect(lines).toHaveLength(messages.length);
    messages.forEach((each, at) => expect(lines[at]).toContain(`may open 30 connections, but ${each}`));
  });
});
