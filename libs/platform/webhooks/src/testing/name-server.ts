import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const types = { A: 1, AAAA: 28 } as const;

/**
 * A local DNS server for specs (RFC 1035 §4.1). `names` maps host names to their addresses. A name with null
 * gets no response until `answerHeld` is called.
 */
export class NameServer {
  private readonly held: { query: Buffer; from: RemoteInfo }[] = [];
  private isHolding = true;

  private constructor(
    private readonly socket: Socket,
    private readonly names: Record<string, { A?: string[]; AAAA?: string[] } | null>,
  ) {}

  static async start(names: NameServer['names']): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, names);
    socket.on('message', (query, from) => server.answer(query, from));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.socket.close(() => done()));
  }

  private answer(query: Buffer, from: RemoteInfo): void {
    const known = this.names[questionOf(query).name];
    if (known === null && this.isHolding) return void this.held.push({ query, from });
    this.send(query, from, known ?? undefined);
  }

  /** Responds to all delayed and all later queries that the name does not exist. */
  answerHeld(): void {
    this.isHolding = false;
    for (const { query, from } of this.held.splice(0)) this.send(query, from, undefined);
  }

  private send(query: Buffer, from: RemoteInfo, known: { A?: string[]; AAAA?: string[] } | undefined): void {
    const { type, end } = questionOf(query);
    const addresses = (type === types.A ? known?.A : type === types.AAAA ? known?.AAAA : undefined) ?? [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) => record(type, address));
    this.socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address);
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, address: string): Buffer {
  const data = Buffer.from(
    type === types.A
      ? address.split('.').map(Number)
      : address
          .split(':')
          .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  );
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}
