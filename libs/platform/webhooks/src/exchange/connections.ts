import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { checkedLookup } from '../targets/checked-lookup';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';
import { InterimResponses, skipInterim } from './interim';

/** An idle connection is kept for the next event of the same receiver, in ms; so many of them for one receiver, and receivers that have any. */
const IDLE_TIMEOUT_MS = 30_000;
const MAX_IDLE_PER_ORIGIN = 4;
const MAX_ORIGINS = 10_000;

export interface ConnectionRules {
  policy: TargetPolicy;
  resolve: Resolve;
}

/** Loaded when something is sent: a start of the worker does not wait for it. */
const loadUndici = () => import('undici');

/**
 * Connections to receivers, to where a webhook may go alone. Each has one request at a time, so none waits for another one's answer. How many there are at once is
 * bounded by how many streams are delivered at once.
 */
export class Connections {
  private readonly idle = new LRUCache<string, Connection[]>({
    max: MAX_ORIGINS,
    dispose: (connections) => connections.forEach((each) => each.end()),
  });
  private make?: (origin: string) => Connection;
  private closed = false;

  constructor(private readonly rules: ConnectionRules) {}

  /** The one that was used last, or a new one, which connects when something is sent. */
  to(origin: string): Connection | Promise<Connection> {
    const { make } = this;
    if (make) return this.idle.get(origin)?.pop() ?? make(origin);
    return this.maker().then((made) => {
      this.make ??= made;
      return this.to(origin);
    });
  }

  /** Nothing is under way on it any more. */
  keep(connection: Connection): void {
    const { origin } = connection;
    const others = this.idle.get(origin) ?? [];
    if (this.closed || connection.isOver || others.length >= MAX_IDLE_PER_ORIGIN) return connection.end();
    connection.isReused = true;
    others.push(connection);
    this.idle.set(origin, others, { noDisposeOnSet: true });
  }

  close(): void {
    this.closed = true;
    this.idle.clear();
  }

  private async maker(): Promise<(origin: string) => Connection> {
    const { buildConnector, Client } = await loadUndici();
    const { policy, resolve } = this.rules;
    // Whoever waits for a connection has a time of its own, and ends it.
    const connect = buildConnector({ lookup: checkedLookup(policy, resolve), timeout: 0 });
    return (origin) => new Connection(origin, Client, connect, (each) => this.forget(each));
  }

  private forget(connection: Connection): void {
    const others = this.idle.get(connection.origin);
    const at = others?.indexOf(connection) ?? -1;
    if (at < 0) return;
    others!.splice(at, 1);
    if (others!.length === 0) this.idle.delete(connection.origin);
    connection.end();
  }
}

/** One connection, as long as it lasts. */
export class Connection {
  /** It was answered on before: the receiver may have given it up meanwhile. */
  isReused = false;
  isOver = false;
  private readonly client: Client;
  private readonly interim = new InterimResponses();
  private socket?: Socket;

  constructor(
    readonly origin: string,
    Connecting: typeof Client,
    connect: buildConnector.connector,
    disconnected: (connection: Connection) => void,
  ) {
    this.client = new Connecting(origin, {
      connect: (options, done) => {
        this.isReused = false;
        this.socket = connect(options, done) as unknown as Socket;
        skipInterim(this.socket, this.interim);
      },
      ...{ keepAliveTimeout: IDLE_TIMEOUT_MS, headersTimeout: 0, bodyTimeout: 0 },
    });
    this.client.on('disconnect', () => {
      this.isOver = true;
      disconnected(this);
    });
  }

  /** Sends one request. The next one must wait for its response. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.interim.expect();
    this.client.dispatch(options, handler);
  }

  /** With all that is under way on it, also while it is being made. */
  end(reason = new Error('ended')): void {
    this.isOver = true;
    void this.client.destroy(reason);
    this.socket?.destroy();
  }
}
