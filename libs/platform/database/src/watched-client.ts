import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** How long a goodbye may take, in ms: who is gone does not answer it. And where a statement is under way still, which the server ends after 15 s. */
const [goodbyeMs, lastAnswerMs] = [2_000, 16_000];

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
    return (callback ? super.connect(callback) : super.connect()) as never;
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
