import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';

const [query, sync, terminate, ready] = ['Q', 'S', 'X', 'Z'].map((each) => each.charCodeAt(0));

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const numbers = (...all: number[]) =>
  Buffer.concat(all.map((each) => Buffer.from([0, 0, each >> 8, each & 255])));
const refusal = Buffer.from('SERROR\0C08P01\0Munsupported startup parameter: options\0\0');
const welcome = Buffer.concat([
  message('R', numbers(0)),
  message('K', numbers(7, 7)),
  message('Z', Buffer.from('I')),
]);

function split(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = [];
  let at = 0;
  while (bytes.length >= at + 5 && bytes.length >= at + 1 + bytes.readUInt32BE(at + 1)) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    whole.push(bytes.subarray(at, end));
    at = end;
  }
  return { whole, rest: bytes.subarray(at) };
}

/**
 * A transaction pooler for Postgres. Each transaction of a client uses a different server connection than the
 * previous transaction, so that dependencies on session state fail. Clients need no password.
 */
export class TransactionPooler {
  private readonly clients = new Set<PooledClient>();
  private constructor(
    private readonly url: string,
    private readonly server: Server,
  ) {}

  /**
   * Starts a pooler for the Postgres server at `url`. With `refusesOptions`, the pooler rejects the startup
   * parameter `options`, as PgBouncer does by default.
   */
  static async before(url: string, { refusesOptions = false } = {}): Promise<TransactionPooler> {
    const server = createServer((socket) =>
      pooler.clients.add(new PooledClient(socket, url, refusesOptions)),
    );
    const pooler = new TransactionPooler(url, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return pooler;
  }

  get through(): string {
    const through = new URL(this.url);
    through.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return through.href;
  }

  async close(): Promise<void> {
    this.server.close();
    await Promise.all([...this.clients].map((client) => client.close()));
  }
}

class PooledClient {
  private readonly sessions: Socket[] = [];
  private readonly clients: Client[] = [];
  private turn = 0;
  private begun = false;
  private received: Buffer = Buffer.alloc(0);
  private answered: Buffer = Buffer.alloc(0);
  private readonly queue: Buffer[] = [];
  private isWaiting = false;

  constructor(
    private readonly socket: Socket,
    private readonly url: string,
    private readonly refusesOptions: boolean,
  ) {
    socket.on('error', () => undefined);
    socket.on('close', () => void this.close());
    socket.on('data', (bytes) => void this.receive(bytes));
  }

  async close(): Promise<void> {
    this.socket.destroy();
    for (const session of this.sessions.splice(0)) session.destroy();
    await Promise.allSettled(this.clients.splice(0).map((client) => client.end()));
  }

  private async receive(bytes: Buffer): Promise<void> {
    this.received = Buffer.concat([this.received, bytes]);
    if (!this.begun) return this.begin();
    this.takeMessages();
  }

  private async begin(): Promise<void> {
    this.begun = true;
    const length = this.received.readUInt32BE(0);
    const isRefused = this.refusesOptions && this.received.subarray(0, length).includes('\0options\0');
    this.received = this.received.subarray(length);
    if (isRefused) return void this.socket.end(message('E', refusal));
    await this.connect();
    this.socket.write(welcome);
    this.takeMessages();
  }

  private async connect(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      const client = new Client({ connectionString: this.url });
      client.on('error', () => undefined);
      await client.connect();
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      stream.removeAllListeners('data');
      stream.on('data', (bytes: Buffer) => this.answer(bytes));
      stream.on('close', () => this.socket.destroy());
      this.sessions.push(stream);
    }
  }

  private takeMessages(): void {
    const { whole, rest } = split(this.received);
    this.received = rest;
    this.queue.push(...whole);
    this.pass();
  }

  private pass(): void {
    while (!this.isWaiting && this.queue.length > 0) {
      const next = this.queue.shift()!;
      if (next[0] === terminate) return void this.close();
      this.sessions[this.turn]?.write(next);
      this.isWaiting = next[0] === query || next[0] === sync;
    }
  }

  private answer(bytes: Buffer): void {
    const { whole, rest } = split(Buffer.concat([this.answered, bytes]));
    this.answered = rest;
    for (const each of whole) {
      this.socket.write(each);
      if (each[0] !== ready) continue;
      this.isWaiting = false;
      if (each.toString('latin1', 5) === 'I') this.turn = 1 - this.turn;
      this.pass();
    }
  }
}
