import { Durations } from '@storewright/metrics';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { connectFailed, isLateConnection, isTooFull } from './database-errors';

/** How long a server that had no place for one more connection is not asked for one, in ms. */
export const fullForMs = 5_000;

/** How many times a connection is asked for where there is none: about a second. */
const MAX_ATTEMPTS = 14;

/** After a new connection hung: together with its limit less than 5 s. */
const waitForOpenMs = 2_500;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** A pool that makes do with what it has while the server has no place for more: who wants a connection waits for one of these, as when all are in use. */
export class SteadyPool extends Pool {
  /** Where it has none: somebody else may give one up. */
  askForRoom: () => void = () => undefined;
  /** How long a connection was waited for, where none was free. */
  readonly waits = new Durations();
  private readonly connected = new Set<PoolClient>();
  private readonly most: number;
  private timer?: NodeJS.Timeout;

  constructor(config: PoolConfig) {
    super(config);
    this.most = this.options.max;
    this.on('error', () => undefined);
    this.on('connect', (client) => this.connected.add(client));
    this.on('remove', (client) => this.connected.delete(client));
  }

  /** As TypeORM calls it, and as a promise. */
  override connect(callback?: Connected): Promise<PoolClient> & void {
    if (!callback) return this.connectedClient() as never;
    const since = this.idleCount > 0 ? undefined : performance.now();
    if (since === undefined) return this.connectSteadily(callback, 1) as never;
    const connected: Connected = (...given) => {
      this.waits.add(performance.now() - since);
      callback(...given);
    };
    return this.connectSteadily(connected, 1) as never;
  }

  private connectedClient(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      void this.connect((error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  private connectSteadily(callback: Connected, attempt: number): void {
    super.connect((error, client, done) => {
      if (isLateConnection(error) && !this.ending && this.connected.size > 0)
        return this.waitForOpen(callback);
      if (!isTooFull(error) || this.ending || attempt === MAX_ATTEMPTS) return callback(error, client, done);
      if (this.connected.size > 0) this.makeDoWith(this.connected.size);
      else this.askForRoom();
      // The server counts a connection for a moment after it has ended.
      setTimeout(() => this.connectSteadily(callback, attempt + 1), 10 * attempt);
    });
  }

  /** New connections hang: waits for one that is open, for as long as is left of the time of a request. */
  private waitForOpen(callback: Connected): void {
    this.makeDoWith(this.connected.size);
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      callback(
        connectFailed(new Error('no open connection became free in time')),
        undefined,
        () => undefined,
      );
    }, waitForOpenMs);
    super.connect((error, client, done) => {
      clearTimeout(timer);
      if (isOver) return void (client && done());
      callback(error, client, done);
    });
  }

  /** Ends one of several connections as soon as it is free. */
  async giveRoom(): Promise<void> {
    if (this.connected.size < 2) return;
    this.makeDoWith(this.connected.size - 1);
    const client = await super.connect();
    const removed = new Promise((resolve) => this.once('remove', resolve));
    client.release(true);
    await removed;
  }

  override end(callback?: () => void): Promise<void> & void {
    clearTimeout(this.timer);
    return (callback ? super.end(callback) : super.end()) as never;
  }

  private makeDoWith(count: number): void {
    this.options.max = count;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restore(), fullForMs).unref();
  }

  /** Opens as many connections as it may again. */
  restore(): void {
    clearTimeout(this.timer);
    this.options.max = this.most;
  }
}
