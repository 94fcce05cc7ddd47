import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { type TestDatabase, testDatabase, until } from '@storewright/testing';
import { Client } from 'pg';
import { DatabaseModule, ShopDatabase } from './database.module';

const one = { text: 'SELECT 1 AS one' };

describe('a server that has places for fewer connections than the service would like', () => {
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

  /** One of these is the watch's, one the test's own. */
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
  /** Transactions that are open until `end`. */
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
    return { end, done, open: (least: number) => until('they are open', async () => open >= least) };
  }

  it('says how many connections are open and in use, and what waits for one', async () => {
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

  it('answers every read while transactions hold all others, and has these wait for each other', async () => {
    await start(6);
    const transactions = held(8);
    await transactions.open(3);
    const connects = jest.spyOn(Client.prototype, 'connect');
    for (let burst = 0; burst < 20; burst += 1)
      expect(await statuses(reads(100))).toEqual(new Set(['fulfilled']));
    // The server said that it is full, and is not asked again by each of them.
    expect(connects.mock.calls.length).toBeLessThan(4);
    connects.mockRestore();
    transactions.end();
    expect(await statuses(transactions.done)).toEqual(new Set(['fulfilled']));
  });

  it('gives reads a connection of the pool where they have lost theirs', async () => {
    await start(6);
    const transactions = held(4);
    await transactions.open(3);
    // Another takes the place of the one that reads had.
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 5', current_database()); END $$`,
    );
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'spec-few' AND datname = current_database() AND state = 'idle'`,
    );
    // The first one may find out that its connection is gone.
    const first = reads(1);
    transactions.end();
    await Promise.allSettled([...first, ...transactions.done]);
    expect(await statuses(reads(20))).toEqual(new Set(['fulfilled']));
  });

  it('gives transactions a connection of the reads where these had all', async () => {
    await start(4);
    expect(await statuses(reads(100))).toEqual(new Set(['fulfilled']));
    const write = () => shop.transaction({}, (transaction) => transaction.query(one));
    expect(await statuses([write(), write(), write(), ...reads(20)])).toEqual(new Set(['fulfilled']));
  });
});
