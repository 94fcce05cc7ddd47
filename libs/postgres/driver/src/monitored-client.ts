import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { connectFailed } from './connection-errors';
import { atLimit, timedOut } from './time-limit';

/** Time limit in milliseconds for closing an idle connection, because a dead server does not respond. */
const CLOSE_MS = 2_000;

/**
 * Time limit in milliseconds for closing a connection that still executes a statement. The server cancels a
 * statement after 15 s.
 */
const CLOSE_BUSY_MS = 16_000;

/**
 * Time limit in milliseconds for opening a connection. A server with stopped processes accepts a connection
 * but does not respond.
 */
export const CONNECT_MS = 1_500;

export interface ConnectionObserver {
  /** Error for connection attempts while the database server is known to be down. */
  readonly refusal: Error | undefined;
  add(client: MonitoredClient): void;
  remove(client: MonitoredClient): void;
  /** Called before a connection sends a message. */
  used(): void;
  /** Called when a connection has received every pending response. */
  answered(): void;
}

type Connected = (error: Error) => void;

/**
 * A database connection that the connection monitor can close. A broken connection rejects its statements but
 * never ends the process.
 */
export abstract class MonitoredClient extends Client {
  isBusy = false;
  isConnecting = false;

  constructor(
    config: ClientConfig | undefined,
    private readonly observer: ConnectionObserver,
  ) {
    super(config);
    this.on('error', () => undefined);
    this.on('drain', () => {
      this.isBusy = false;
      this.observer.answered();
    });
    const { query } = this;
    this.query = ((...args: Parameters<typeof query>) => {
      this.observer.used();
      this.isBusy = true;
      return query.apply(this, args);
    }) as typeof query;
  }

  /** Process id that the server reported when the connection was opened. */
  get pid(): number | null {
    return processIdOf(this);
  }

  get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  cut(): void {
    this.socket.destroy();
  }

  override connect(callback?: Connected): Promise<void> & Promise<never> & void {
    const { refusal } = this.observer;
    if (refusal) {
      if (!callback) return Promise.reject(refusal) as never;
      return void process.nextTick(callback, refusal) as never;
    }
    this.isConnecting = true;
    this.once('connect', () => (this.isConnecting = false));
    this.observer.add(this);
    this.once('end', () => this.observer.remove(this));
    const connected = this.connectInTime();
    if (!callback) return connected as never;
    // pg-pool passes a callback to `connect`. pg calls the callback with an error or without arguments.
    return void connected.then(() => (callback as () => void)(), callback) as never;
  }

  /** Connects within the time limit. Marks the error of a failed attempt as a failure to connect. */
  private async connectInTime(): Promise<void> {
    const cut = () => {
      if (this.isConnecting) this.socket.destroy(timedOut('connecting', CONNECT_MS));
    };
    const cancel = atLimit(CONNECT_MS, cut);
    try {
      await super.connect();
    } catch (error) {
      throw connectFailed(error);
    } finally {
      cancel();
    }
  }

  override end(callback?: Connected): Promise<void> & void {
    const timer = setTimeout(() => this.cut(), this.isBusy ? CLOSE_BUSY_MS : CLOSE_MS).unref();
    this.once('end', () => clearTimeout(timer));
    return (callback ? super.end(callback) : super.end()) as never;
  }
}

/**
 * Returns the id of the server process. Behind a pooler, returns a number that the pooler chose. The types of
 * pg omit this id.
 */
export function processIdOf(client: Client): number | null {
  return (client as unknown as { processID: number | null }).processID;
}

export function destroySocket(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Returns a client class for pg's pool. The connections of this class report to the observer. */
export function monitoredBy(observer: ConnectionObserver): new (config?: ClientConfig) => MonitoredClient {
  return class extends MonitoredClient {
    constructor(config?: ClientConfig) {
      super(config, observer);
    }
  };
}
