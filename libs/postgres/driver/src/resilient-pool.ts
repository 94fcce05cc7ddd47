import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { connectFailed, isLateConnection, isTooFull } from './connection-errors';
import { atLimit } from './time-limit';

/**
 * Pause in milliseconds before the pool opens a connection again, after the server rejected a connection
 * because it had too many.
 */
export const FULL_MS = 5_000;

/** Maximum number of attempts to connect, which together take about one second. */
const MAX_ATTEMPTS = 14;

/**
 * Time in milliseconds to wait for an open connection after an attempt to open a new connection timed out.
 * The sum with CONNECT_MS is less than 5 s.
 */
const WAIT_FOR_OPEN_MS = 2_500;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/**
 * A connection pool for a server that may have too many connections. While the server rejects new
 * connections, requests wait for open connections, as for a pool whose connections are all in use.
 */
export class ResilientPool extends Pool {
  /**
   * Called if the server has too many connections and this pool has no open connection. A different pool of
   * the process can then close a connection.
   */
  onNoRoom: () => void = () => undefined;
  /** Receives the wait in milliseconds of each request that found no idle connection. */
  onWaited: (waitedMs: number) => void = () => undefined;
  private readonly connected = new Set<PoolClient>();
  private readonly configuredMax: number;
  private timer?: NodeJS.Timeout;

  constructor(config: PoolConfig) {
    super(config);
    this.configuredMax = this.options.max;
    this.on('error', () => undefined);
    this.on('connect', (client) => this.connected.add(client));
    this.on('remove', (client) => this.connected.delete(client));
  }

  /** Accepts a callback, because TypeORM passes a callback to `connect`. */
  override connect(callback?: Connected): Promise<PoolClient> & void {
    if (!callback) return this.connectedClient() as never;
    const since = this.idleCount > 0 ? undefined : performance.now();
    if (since === undefined) return this.connectWithRetries(callback, 1) as never;
    const connected: Connected = (...args) => {
      this.onWaited(performance.now() - since);
      callback(...args);
    };
    return this.connectWithRetries(connected, 1) as never;
  }

  private connectedClient(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      void this.connect((error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  private connectWithRetries(callback: Connected, attempt: number): void {
    super.connect((error, client, done) => {
      if (isLateConnection(error) && !this.ending && this.connected.size > 0)
        return this.waitForOpen(callback);
      if (!isTooFull(error) || this.ending || attempt === MAX_ATTEMPTS) return callback(error, client, done);
      if (this.connected.size > 0) this.limitTo(this.connected.size);
      else this.onNoRoom();
      // Waits, because after the close of a connection the server counts the connection for a short time.
      setTimeout(() => this.connectWithRetries(callback, attempt + 1), 10 * attempt);
    });
  }

  private waitForOpen(callback: Connected): void {
    this.limitTo(this.connected.size);
    let isOver = false;
    const cancel = atLimit(WAIT_FOR_OPEN_MS, () => {
      isOver = true;
      callback(
        connectFailed(new Error('no open connection became free in time')),
        undefined,
        () => undefined,
      );
    });
    super.connect((error, client, done) => {
      cancel();
      if (isOver) return void (client && done());
      callback(error, client, done);
    });
  }

  /** Closes a connection as soon as it is idle, if the pool has several connections. */
  async closeOne(): Promise<void> {
    if (this.connected.size < 2) return;
    this.limitTo(this.connected.size - 1);
    const client = await super.connect();
    const removed = new Promise((resolve) => this.once('remove', resolve));
    client.release(true);
    await removed;
  }

  override end(callback?: () => void): Promise<void> & void {
    clearTimeout(this.timer);
    return (callback ? super.end(callback) : super.end()) as never;
  }

  private limitTo(count: number): void {
    this.options.max = count;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restore(), FULL_MS).unref();
  }

  /**
   * Allows the full number of connections again. The pool reduced the number while the server had too many
   * connections.
   */
  restore(): void {
    clearTimeout(this.timer);
    this.options.max = this.configuredMax;
  }
}
