import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { type TestDatabase, testDatabase, until } from '@storewright/testing';
import { Client } from 'pg';
import { shortages } from './connection-places';
import { DatabaseModule, ShopDatabase } from './database.module';

const ample = { places: -1, taken: 0 };

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

  it('knows that its pools ask for more than there is room for, by numbers', async () => {
    await start(6);
    const places = (await shop.connectionPlaces())!;
    expect(places).toMatchObject({ asked: 7, role: 'storewright_shop', limits: { database: { places: 6 } } });
    const [line, ...more] = shortages([
      { ...places, limits: { ...places.limits, server: ample, role: ample } },
    ]);
    expect(line).toMatch(
      /^the pools of this process may ask for 7 connections, and the database test_\w+ at [^ ]+ has places for 6, of which others have \d/,
    );
    expect(more).toEqual([]);
  });

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

describe('what the pools of a process may ask for', () => {
  it.each<[string, number, number, number, string[]]>([
    ['room for both', 97, 66, -1, []],
    [
      'room for both without the others',
      97,
      68,
      -1,
      ['the server at db:5432 has places for 97, of which others have 68'],
    ],
    ['a role with fewer', 500, 0, 29, ['the role storewright_shop at db:5432 has places for 29']],
  ])('is added up for each server and role: %s', (_, server, others, role, told) => {
    const one = { server: 'db:5432', role: 'storewright_shop', database: 'd', asked: 15, open: 3 };
    const limits = {
      server: { places: server, taken: others + 6 },
      role: { places: role, taken: 6 },
      database: ample,
    };
    const lines = shortages([
      { ...one, limits },
      { ...one, database: 'e', limits },
    ]);
    expect(lines).toHaveLength(told.length);
    told.forEach((each, at) => expect(lines[at]).toContain(`may ask for 30 connections, and ${each}`));
  });
});
