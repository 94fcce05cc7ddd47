import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { ConnectionWaits, MAX_CONNECTION_WAITS_MS } from './connection-waits';
import { openWithoutConnection } from './data-source-rules';
import { Database, dataSourceOptions } from './database';

const one = { text: 'SELECT 1 AS one' };

/** The waits of a request, on a clock that a test moves. */
class TestRequest {
  private ms = 0;
  readonly waits = new ConnectionWaits(() => this.ms);

  /** Waits that lasted so long. */
  waited(ms: number): void {
    const end = this.waits.begin();
    this.ms += ms;
    end();
  }

  pass(ms: number): void {
    this.ms += ms;
  }
}

describe('ConnectionWaits', () => {
  it('subtracts each wait from the limit of the request, and nothing for the time between waits', () => {
    const request = new TestRequest();
    request.waited(1_000);
    request.pass(60_000);
    request.waited(500);
    expect(request.waits.leftMs).toBe(MAX_CONNECTION_WAITS_MS - 1_500);
  });

  it('counts waits at the same time once, and a pending wait up to the present', () => {
    const request = new TestRequest();
    const ends = [request.waits.begin(), request.waits.begin()];
    request.pass(1_000);
    expect(request.waits.leftMs).toBe(MAX_CONNECTION_WAITS_MS - 1_000);
    for (const end of ends) end();
    expect(request.waits.leftMs).toBe(MAX_CONNECTION_WAITS_MS - 1_000);
  });

  it('has no time left, and never less, after waits of more than the limit', () => {
    const request = new TestRequest();
    request.waited(2 * MAX_CONNECTION_WAITS_MS);
    expect(request.waits.leftMs).toBe(0);
  });

  it('belongs to the work of the request alone, until the response begins', async () => {
    const { waits } = new TestRequest();
    await waits.run(async () => {
      await Promise.resolve();
      expect(ConnectionWaits.current).toBe(waits);
      waits.close();
      expect(ConnectionWaits.current).toBeUndefined();
    });
    expect(ConnectionWaits.current).toBeUndefined();
  });
});

async function opened(url: string): Promise<{ database: Database; close: () => Promise<void> }> {
  const options = { url, applicationName: 'spec-waits', poolSize: 1, pipelined: 1 };
  const source = new DataSource(dataSourceOptions(options));
  openWithoutConnection(source);
  await source.initialize();
  const database = new Database(source, options);
  return { database, close: async () => void (await database.close(), await source.destroy()) };
}

/** One of each way to the database. */
const ways = {
  'single statement': (database: Database) => database.query({}, one),
  batch: (database: Database) => database.batch({}, [one]),
  write: (database: Database) => database.write({}, one),
  transaction: (database: Database) => database.transaction({}, (transaction) => transaction.query(one)),
};

/** Which of them fails first. */
const firstFailure = (work: Record<string, Promise<unknown>>) =>
  Promise.race(
    Object.entries(work).map(([name, each]) =>
      each.then(
        () => `${name} succeeded`,
        ({ status, headers }) => `${name}: ${status}, Retry-After ${headers?.['retry-after']}`,
      ),
    ),
  );

beforeAll(() => Logger.overrideLogger(false));

describe('a request that has no time left to wait for connections', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let silentUrl: string;
  let real: TestDatabase;
  beforeAll(async () => {
    real = await testDatabase();
    server = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    silentUrl = `postgres://storewright_shop:shop@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await real.drop();
  });

  it.each(Object.entries(ways))(
    'fails with 503 when a %s needs a new connection, sooner than one that has waited longer but has time left',
    async (_, send) => {
      const [first, second] = [await opened(silentUrl), await opened(silentUrl)];
      const request = new TestRequest();
      request.waited(MAX_CONNECTION_WAITS_MS);
      const earlier = send(first.database);
      const late = request.waits.run(() => send(second.database));
      expect(await firstFailure({ earlier, late })).toBe('late: 503, Retry-After 2');
      await earlier.catch(() => undefined);
      await Promise.all([first.close(), second.close()]);
    },
  );

  it.each(['write', 'transaction'] as const)(
    'fails with 503 when a %s finds the pool in use after waits for another database, sooner than one that waits longer',
    async (way) => {
      const [auth, shop] = [await opened(real.url('shop')), await opened(real.url('shop'))];
      const request = new TestRequest();
      const [authHeld, shopHeld] = [await held(auth.database), await held(shop.database)];
      const waited = request.waits.run(() => ways.transaction(auth.database));
      request.pass(MAX_CONNECTION_WAITS_MS);
      authHeld.release();
      await waited;
      const earlier = ways[way](shop.database);
      const late = request.waits.run(() => ways[way](shop.database));
      expect(await firstFailure({ earlier, late })).toBe('late: 503, Retry-After 2');
      shopHeld.release();
      await earlier;
      await Promise.all([authHeld.ended, shopHeld.ended]);
      // A connection that is free needs no wait.
      await request.waits.run(() => ways[way](shop.database));
      await Promise.all([auth.close(), shop.close()]);
    },
  );
});

/** A transaction that has the only connection of the pool until its release. */
async function held(database: Database): Promise<{ release: () => void; ended: Promise<unknown> }> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    ended = database.transaction({}, async (transaction) => {
      await transaction.query(one);
      resolve();
      await released;
    });
  });
  return { release, ended };
}
