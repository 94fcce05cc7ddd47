import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Postgres message `ReadyForQuery` with the status idle. A server sends it at the end of the connection
 * startup.
 */
const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1');

const terminated = errorResponse('FATAL', '57P01', 'terminating connection due to administrator command');

/**
 * A Postgres proxy that can close a new connection immediately after forwarding the first `ReadyForQuery`
 * message.
 */
export class DyingPostgres {
  isDying = false;
  deaths = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly target: { host: string; port: number }) {
    this.server = createServer((client) => this.pass(client));
  }

  static async before(url: string): Promise<DyingPostgres> {
    const { hostname, port } = new URL(url);
    const proxy = new DyingPostgres({ host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return through.href;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(client: Socket): void {
    const real = connect(this.target);
    for (const socket of [client, real]) {
      this.sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
    }
    client.on('close', () => real.destroy());
    real.on('close', () => client.end());
    client.pipe(real);
    if (this.isDying) this.dieWhenReady(client, real);
    else real.pipe(client);
  }

  private dieWhenReady(client: Socket, real: Socket): void {
    real.on('data', (chunk) => {
      if (!chunk.subarray(-readyForQuery.length).equals(readyForQuery)) return void client.write(chunk);
      this.deaths += 1;
      client.end(Buffer.concat([chunk, terminated]));
    });
  }
}

function errorResponse(severity: string, code: string, message: string): Buffer {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
