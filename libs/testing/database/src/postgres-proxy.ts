import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-ports';

/** After so long the server finds out by itself that nobody is there (the keepalives of libs/platform/schema/src/roles.ts), in ms. */
const keepaliveMs = 16_000;

/** Whom a fault concerns: connections that say this name when they begin. */
type Concerns = (applicationName: string) => boolean;

interface Passage {
  client: Socket;
  /** Absent until the client has said who it is. */
  real?: Socket;
  applicationName: string;
  /** What either side sends is lost, its end too; for good. */
  isSwallowed: boolean;
  /** Pieces that are held up, by whom they are for. */
  late: Map<Socket, Buffer[]>;
}

/** Stands before a Postgres and passes everything on, unless it is told to be a bad network. */
export class PostgresProxy {
  private readonly passages = new Set<Passage>();
  /** Connections of the real one whose client is gone, which it was never told. */
  private readonly forsaken = new Set<Socket>();
  private server?: Server | undefined;
  private delayMs = 0;
  private swallows: Concerns = () => false;
  private lastWord?: string | undefined;

  private constructor(
    private readonly target: { host: string; port: number },
    /** `refuse` releases the port and `pass` binds it again, so it must be one that the system gives to no connection. */
    private readonly port: number,
    private readonly foundOutMs: number,
  ) {}

  /** `url`: connection string of the real one. `foundOutMs`: after so long the server finds out that nobody is there any more; never behind some routers. */
  static async before(url: string, foundOutMs: number | 'never' = keepaliveMs): Promise<PostgresProxy> {
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

  /** The connection string that leads through here. */
  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** From now on; connections that were swallowed stay dead. */
  async pass(): Promise<void> {
    this.delayMs = 0;
    this.swallows = () => false;
    this.lastWord = undefined;
    if (this.server) return;
    const server = createServer((client) => this.open(client));
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.server = server;
  }

  /** Accepts connections and bytes, and answers nothing: of all, or of those that it concerns. */
  swallow(concerns: Concerns = () => true): void {
    this.swallows = concerns;
    for (const passage of this.passages) if (concerns(passage.applicationName)) passage.isSwallowed = true;
  }

  /** Likewise, of each connection on which this is said, from then on. */
  swallowAfter(word: string): void {
    this.lastWord = word;
  }

  /** Holds up each piece for so long. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** Ends what is open, and takes no new connections. */
  async refuse(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.reset();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Ends what is open. */
  reset(): void {
    for (const { client, real } of this.passages) {
      client.resetAndDestroy();
      real?.destroy();
    }
  }

  /** How many connections are open; with `which`, of those alone. */
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
      // The first message says who it is (PostgreSQL, StartupMessage): names and values, each ended by a zero.
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
    // TCP keeps the order: what comes after a piece that is held up doesn't overtake it.
    if (this.delayMs === 0 && late.length === 0) return write(piece);
    passage.late.set(to, late);
    late.push(piece);
    setTimeout(() => write(late.shift()!), this.delayMs);
  }
}
