import { Durations } from '@storewright/metrics';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isTooFull } from './database-errors';

/** How long a server that had no place for one more connection is not asked for one, in ms. */
export const fullForMs = 5_000;

/** How many times a connection is asked for where there is none: about a second. */
const MAX_ATTEMPTS = 14;

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
    const since = this.idleCount > 0 ? undefined : performance.now();
    const waited = () => since !== undefined && this.waits.add(performance.now() - since);
    if (!callback) return super.connect().finally(waited) as never;
    const connected: Connected = (...given) => {
      waited();
      callback(...given);
    };
    return this.connectSteadily(since === undefined ? callback : connected, 1) as never;
  }

  private connectSteadily(callback: Connected, attempt: number): void {
    super.connect((error, client, done) => {
      if (!isTooFull(error) || this.ending || attempt === MAX_ATTEMPTS) return callback(error, client, done);
      if (this.connected.size > 0) this.makeDoWith(this.connected.size);
      else this.askForRoom();
      // The server counts a connection for a moment after it has ended.
      setTimeout(() => this.connectSteadily(callback, attempt + 1), 10 * attempt);
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
    this.timer = setTimeout(() => (this.options.max = this.most), fullForMs).unref();
  }
}
