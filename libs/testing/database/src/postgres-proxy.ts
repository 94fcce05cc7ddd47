import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-ports';

/**
 * Time after which the server detects a dead client (keepalive settings in libs/platform/schema/src/roles.ts).
 */
const KEEPALIVE_MS = 16_000;

/** Selects connections by the application name of their client. */
type Concerns = (applicationName: string) => boolean;

interface Passage {
  client: Socket;
  /** Connection to the server. Absent until the client has sent its startup message. */
  real?: Socket;
  applicationName: string;
  /** True if data in both directions is dropped permanently. */
  isSwallowed: boolean;
  /** Data that is delayed, by the socket that will receive it. */
  late: Map<Socket, Buffer[]>;
}

/** A proxy for Postgres that can simulate a bad network. */
export class PostgresProxy {
  private readonly passages = new Set<Passage>();
  /** Server connections whose client has disappeared without notice. */
  private readonly forsaken = new Set<Socket>();
  private server?: Server | undefined;
  private delayMs = 0;
  private swallows: Concerns = () => false;
  private lastWord?: string | undefined;

  private constructor(
    private readonly target: { host: string; port: number },
    /** `refuse` releases the port and `pass` binds it again, so it must be outside the ephemeral range. */
    private readonly port: number,
    private readonly foundOutMs: number,
  ) {}

  /**
   * `url` is the URL of the server. `foundOutMs` is the time after which the server detects a dead client;
   * `never` simulates some routers.
   */
  static async before(url: string, foundOutMs: number | 'never' = KEEPALIVE_MS): Promise<PostgresProxy> {
    const { hostname, port } = new URL(url);
    const target = { host: hostname, port: Number(port) };
    const proxy = new PostgresProxy(
      target,
      await freePort(),
      foundOutMs === 'never' ? 2 ** 31 - 1 : foundOutMs,
    );
    await proxy.pass();
    return proxy;
  }

  /** Returns the same URL with the address of the proxy. */
  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** Ends the fault for new connections. Swallowed connections stay dead. */
  async pass(): Promise<void> {
    this.delayMs = 0;
    this.swallows = () => false;
    this.lastWord = undefined;
    if (this.server) return;
    const server = createServer((client) => this.open(client));
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.server = server;
  }

  /** Accepts connections and data without a response, for all connections or those that match. */
  swallow(concerns: Concerns = () => true): void {
    this.swallows = concerns;
    for (const passage of this.passages) if (concerns(passage.applicationName)) passage.isSwallowed = true;
  }

  /** Accepts data without a response on each connection after it sends this text. */
  swallowAfter(word: string): void {
    this.lastWord = word;
  }

  /** Delays all data by `ms` milliseconds. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** Closes open connections and rejects new ones. */
  async refuse(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.reset();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Closes open connections. */
  reset(): void {
    for (const { client, real } of this.passages) {
      client.resetAndDestroy();
      real?.destroy();
    }
  }

  /** Returns the number of open connections that match. */
  count(which: Concerns = () => true): number {
    return [...this.passages].filter(({ applicationName }) => which(applicationName)).length;
  }

  async close(): Promise<void> {
    await this.refuse();
    for (const real of this.forsaken) real.destroy();
  }

  private open(client: Socket): void {
    const passage: Passage = { client, applicationName: '', isSwallowed: this.swallows(''), late: new Map() };
    this.passages.add(passage);
    client.setNoDelay(true);
    client.on('error', () => client.destroy());
    client.once('data', (chunk) => {
      // The startup message contains names and values that end with zero bytes.
      const words = chunk.toString('latin1').split('\0');
      passage.applicationName = words[words.indexOf('application_name') + 1] ?? '';
      passage.isSwallowed ||= this.swallows(passage.applicationName);
      if (!passage.isSwallowed) this.connect(passage);
    });
    client.on('data', (chunk) => {
      if (this.lastWord !== undefined && chunk.includes(this.lastWord)) passage.isSwallowed = true;
      this.carry(passage, chunk, passage.real);
    });
    client.on('close', () => {
      this.passages.delete(passage);
      const { real, isSwallowed } = passage;
      if (!isSwallowed) real?.destroy();
      else if (real && !real.destroyed) this.forsake(real);
    });
  }

  private forsake(real: Socket): void {
    this.forsaken.add(real);
    setTimeout(() => real.destroy(), this.foundOutMs).unref();
  }

  private connect(passage: Passage): void {
    const real = connect(this.target);
    passage.real = real;
    real.setNoDelay(true);
    real.on('error', () => real.destroy());
    real.on('data', (chunk) => this.carry(passage, chunk, passage.client));
    real.on('close', () => {
      this.forsaken.delete(real);
      if (!passage.isSwallowed) passage.client.destroy();
    });
  }

  private carry(passage: Passage, piece: Buffer, to: Socket | undefined): void {
    if (!to) return;
    const late = passage.late.get(to) ?? [];
    const write = (bytes: Buffer) => {
      if (!passage.isSwallowed && to.writable) to.write(bytes);
    };
    // TCP keeps the order, so data behind delayed data waits as well.
    if (this.delayMs === 0 && late.length === 0) return write(piece);
    passage.late.set(to, late);
    late.push(piece);
    setTimeout(() => write(late.shift()!), this.delayMs);
  }
}
