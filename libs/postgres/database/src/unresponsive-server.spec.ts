import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { OwnPostgres } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { openWithoutConnection } from './data-source-rules';
import { Database } from './database';
import { dataSourceOptions } from './database-options';

const one = { text: 'SELECT 1 AS one' };
const unavailable = { problem: 'unavailable' };

/** A database without open connections. */
async function unconnected(url: string): Promise<{ database: Database; close: () => Promise<void> }> {
  const options = { url, applicationName: 'spec-hanging', poolSize: 10, pipelined: 4 };
  const source = new DataSource(dataSourceOptions(options));
  openWithoutConnection(source);
  await source.initialize();
  const database = new Database(source, options);
  const close = async () => {
    await database.close();
    await source.destroy();
  };
  return { database, close };
}

/** Sends one statement through each method of the database. */
const allKinds = (database: Database): Promise<unknown>[] => [
  database.query({}, one),
  database.batch({}, [one]),
  database.write({}, one),
  database.transaction({}, (transaction) => transaction.query(one)),
];

beforeAll(() => Logger.overrideLogger(false));

describe('Database on a server that accepts connections and never responds', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let url: string;
  beforeAll(async () => {
    server = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    url = `postgres://storewright_shop:shop@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('rejects single statements, writes and transactions as unavailable', async () => {
    const { database, close } = await unconnected(url);
    const work = allKinds(database);
    for (const result of await Promise.allSettled(work))
      expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
    await close();
  });
});

describe('Database on a server whose postmaster is stopped', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await OwnPostgres.start();
  });
  afterEach(() => postgres.resume());
  afterAll(() => postgres.drop());

  it('keeps serving over open connections for any number of pending statements', async () => {
    const { database, close } = await unconnected(postgres.url('shop'));
    await database.start(() => Promise.resolve());
    await Promise.all(allKinds(database));
    postgres.suspend();
    const work = Array.from({ length: 24 }, () => allKinds(database)).flat();
    const results = await Promise.allSettled(work);
    postgres.resume();
    expect(
      results.flatMap((each) => (each.status === 'rejected' ? [String((each.reason as Error).cause)] : [])),
    ).toEqual([]);
    await close();
  });

  it('rejects transactions as unavailable if no connection becomes available in time', async () => {
    const { database, close } = await unconnected(postgres.url('shop'));
    await database.start(() => Promise.resolve());
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hold!: () => void;
    const isHeld = new Promise<void>((resolve) => (hold = resolve));
    const held = database.transaction({}, async (transaction) => {
      await transaction.query(one);
      hold();
      await released;
    });
    await isHeld;
    postgres.suspend();
    const work = [database.write({}, one), database.transaction({}, (each) => each.query(one))];
    const results = await Promise.allSettled(work);
    postgres.resume();
    release();
    await held;
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
    await close();
  });
});
