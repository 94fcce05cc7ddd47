import { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';
import { FULL_MS, ResilientPool } from './resilient-pool';

/** A server that accepts `places` connections and counts the attempts to connect. */
class FullServer {
  asked = 0;
  constructor(readonly places: number) {}

  pool(max: number): ResilientPool {
    const place = () => (this.asked += 1) <= this.places;
    class Connection extends EventEmitter {
      /** pg's pool reuses a connection with this property. */
      readonly _queryable = true;
      connect(callback: (error?: Error) => void): void {
        const full = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
        process.nextTick(() => (place() ? callback() : callback(full)));
      }
      end(callback: () => void): void {
        process.nextTick(callback);
      }
    }
    return new ResilientPool({ max, Client: Connection as unknown as new () => ClientBase } as never);
  }
}

/** Requests a connection with a callback, as TypeORM does. */
function connection(pool: ResilientPool): Promise<() => void> {
  return new Promise((resolve, reject) => {
    void pool.connect((error, _client, done) => (error ? reject(error) : resolve(() => done())));
  });
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

it('ResilientPool stops opening connections to a full server and waits for open connections', async () => {
  const server = new FullServer(2);
  const pool = server.pool(10);
  const held = await Promise.all([connection(pool), connection(pool)]);
  const waiting = Array.from({ length: 20 }, () => connection(pool).then((release) => release()));
  // Waits longer than all retries of a request take.
  await jest.advanceTimersByTimeAsync(FULL_MS - 1);
  const asked = server.asked;
  for (const release of held) release();
  await Promise.all(waiting);
  expect(asked).toBeLessThanOrEqual(2 + 10);
  expect(server.asked).toBe(asked);
});

it('ResilientPool opens connections to a full server again after FULL_MS milliseconds', async () => {
  const server = new FullServer(1);
  const pool = server.pool(2);
  const release = await connection(pool);
  const waiting = connection(pool);
  await jest.advanceTimersByTimeAsync(1_000);
  release();
  (await waiting)();
  const before = server.asked;
  await jest.advanceTimersByTimeAsync(FULL_MS);
  const both = [connection(pool), connection(pool)];
  await jest.advanceTimersByTimeAsync(1_000);
  expect(server.asked).toBeGreaterThan(before);
  for (const next of both) (await next)();
});

it('ResilientPool.restore() immediately allows the configured number of connections again', async () => {
  const server = new FullServer(1);
  const pool = server.pool(2);
  const release = await connection(pool);
  const waiting = connection(pool);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(pool.options.max).toBe(1);
  pool.restore();
  expect(pool.options.max).toBe(2);
  release();
  (await waiting)();
});
