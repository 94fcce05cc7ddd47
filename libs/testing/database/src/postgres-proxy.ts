import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-ports';

/**
 * Time in milliseconds after which the Postgres server detects a dead client (keepalive settings in
 * libs/platform/schema/src/roles.ts).
 */
const KEEPALIVE_MS = 16_000;

type Concerns = (applicationName: string) => boolean;

interface Passage {
  client: Socket;
  /**
   * Connection from the proxy to the Postgres server. undefined until the client has sent its startup
   * message.
   */
  real?: Socket;
  applicationName: string;
  /** True if the proxy drops all further data in both directions. */
  isSwallowed: boolean;
  late: Map<Socket, Buffer[]>;
}

export class PostgresProxy {
  private readonly passages = new Set<Passage>();
  /** Connections to the Postgres server that stay open although the connection to the client is lost. */
  private readonly forsaken = new Set<Socket>();
  private server?: Server | undefined;
  private delayMs = 0;
  private swallows: Concerns = () => false;
  private lastWord?: string | undefined;

  private constructor(
    private readonly target: { host: string; port: number },
    /**
     * Port of the proxy, which must be outside the ephemeral range, because `refuse` releases the port and
     * `pass` binds it again.
     */
    private readonly port: number,
    private readonly foundOutMs: number,
  ) {}

  /**
   * Starts a proxy for the Postgres server at `url`. `foundOutMs` is the time in milliseconds after which the
   * server detects a dead client. `never` simulates routers that drop connections silently.
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

  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /**
   * Ends the simulated network fault for new connections. Connections whose data was dropped remain dead.
   */
  async pass(): Promise<void> {
    this.delayMs = 0;
    this.swallows = () => false;
    this.lastWord = undefined;
    if (this.server) return;
    const server = createServer((client) => this.open(client));
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.server = server;
  }

  /** Drops all data of the matching connections. New connections are accepted but get no response. */
  swallow(concerns: Concerns = () => true): void {
    this.swallows = concerns;
    for (const passage of this.passages) if (concerns(passage.applicationName)) passage.isSwallowed = true;
  }

  /** Drops all data of a connection after the client has sent the given text. */
  swallowAfter(word: string): void {
    this.lastWord = word;
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  async refuse(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.reset();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  reset(): void {
    for (const { client, real } of this.passages) {
      client.resetAndDestroy();
      real?.destroy();
    }
  }

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
      // The Postgres startup message contains names and values, each followed by a zero byte.
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
    // TCP keeps the order of data, so data that follows delayed data must wait, too.
    if (this.delayMs === 0 && late.length === 0) return write(piece);
    passage.late.set(to, late);
    late.push(piece);
    setTimeout(() => write(late.shift()!), this.delayMs);
  }
}
