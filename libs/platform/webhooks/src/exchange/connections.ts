import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { checkedLookup } from '../targets/checked-lookup';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';
import { InterimResponses, skipInterim } from './interim';

/**
 * Limits of idle connections to webhook receivers. The next webhook to the same receiver reuses an idle
 * connection.
 */
const IDLE_TIMEOUT_MS = 30_000;
const MAX_IDLE_PER_ORIGIN = 4;
const MAX_ORIGINS = 10_000;

export interface ConnectionRules {
  policy: TargetPolicy;
  resolve: Resolve;
}

/**
 * Loads undici when the first webhook is sent, because the import would slow down the start of the worker.
 */
const loadUndici = () => import('undici');

/**
 * HTTP connections to webhook receivers. Each connection carries one request at a time, so a request never
 * waits for the response to another request. The number of concurrent webhook streams limits the number of
 * connections.
 */
export class Connections {
  private readonly idle = new LRUCache<string, Connection[]>({
    max: MAX_ORIGINS,
    dispose: (connections) => connections.forEach((each) => each.end()),
  });
  private make?: (origin: string) => Connection;
  private closed = false;

  constructor(private readonly rules: ConnectionRules) {}

  /**
   * Returns the most recently used idle connection to the origin, or a new connection, which opens with its
   * first request.
   */
  to(origin: string): Connection | Promise<Connection> {
    const { make } = this;
    if (make) return this.idle.get(origin)?.pop() ?? make(origin);
    return this.maker().then((made) => {
      this.make ??= made;
      return this.to(origin);
    });
  }

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
    // Disables the timeouts of undici, because the webhook client enforces its own deadline.
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

export class Connection {
  /**
   * True if the connection has already received a response. Such a connection may be stale, because the
   * receiver can close an idle connection at any time.
   */
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

  /** Sends one HTTP request. The response to the previous request must be complete. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.interim.expect();
    this.client.dispatch(options, handler);
  }

  /** Closes the connection and aborts its request, even before the connection is established. */
  end(reason = new Error('ended')): void {
    this.isOver = true;
    void this.client.destroy(reason);
    this.socket?.destroy();
  }
}
