import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { connectFailed } from './database-errors';

/** How long a goodbye may take, in ms: who is gone does not answer it. And where a statement is under way still, which the server ends after 15 s. */
const [goodbyeMs, lastAnswerMs] = [2_000, 16_000];

/** Limit for a new connection in milliseconds. A server whose processes are stopped accepts one and stays silent. */
export const connectMs = 1_500;

const late = () => Object.assign(new Error(`connecting: not within ${connectMs} ms`), { code: 'ETIMEDOUT' });

/** What looks after the connections of a process to one database. */
export interface ConnectionWatch {
  /** Why none can be made now. */
  readonly refusal: Error | undefined;
  add(client: WatchedClient): void;
  remove(client: WatchedClient): void;
  /** Something is about to be sent over one of them. */
  used(): void;
  /** Everything that was sent over one of them is answered. */
  answered(): void;
}

type Connected = (error: Error) => void;

/** A connection that can be cut from outside, and says whether it waits for an answer. Its death is told by its statements alone: it never ends the process. */
export abstract class WatchedClient extends Client {
  /** Whether something was sent that is not answered yet. */
  busy = false;
  isConnecting = false;

  constructor(
    config: ClientConfig | undefined,
    private readonly watch: ConnectionWatch,
  ) {
    super(config);
    this.on('error', () => undefined);
    this.on('drain', () => {
      this.busy = false;
      this.watch.answered();
    });
    const { query } = this;
    this.query = ((...given: Parameters<typeof query>) => {
      this.watch.used();
      this.busy = true;
      return query.apply(this, given);
    }) as typeof query;
  }

  /** Of its server process. */
  get pid(): number | null {
    return (this as unknown as { processID: number | null }).processID;
  }

  get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  cut(): void {
    this.socket.destroy();
  }

  override connect(callback?: Connected): Promise<void> & Promise<never> & void {
    const { refusal } = this.watch;
    if (refusal) {
      if (!callback) return Promise.reject(refusal) as never;
      return void process.nextTick(callback, refusal) as never;
    }
    this.isConnecting = true;
    this.once('connect', () => (this.isConnecting = false));
    this.watch.add(this);
    this.once('end', () => this.watch.remove(this));
    const connected = this.connectInTime();
    if (!callback) return connected as never;
    // `connected` only rejects with an error; pg calls back without one on success.
    return void connected.then(() => (callback as () => void)(), callback) as never;
  }

  /** Rejects with an error that is marked as a failure to connect. */
  private async connectInTime(): Promise<void> {
    // A process that was held up reads what has arrived first.
    const cut = () =>
      setImmediate(() => setImmediate(() => this.isConnecting && this.socket.destroy(late())));
    const timer = setTimeout(cut, connectMs).unref();
    try {
      await super.connect();
    } catch (error) {
      throw connectFailed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  override end(callback?: Connected): Promise<void> & void {
    const timer = setTimeout(() => this.cut(), this.busy ? lastAnswerMs : goodbyeMs).unref();
    this.once('end', () => clearTimeout(timer));
    return (callback ? super.end(callback) : super.end()) as never;
  }
}

/** The class of the connections that this looks after, as pools want it. */
export function watchedBy(watch: ConnectionWatch): new (config?: ClientConfig) => WatchedClient {
  return class extends WatchedClient {
    constructor(config?: ClientConfig) {
      super(config, watch);
    }
  };
}
