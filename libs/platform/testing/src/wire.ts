import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** What a service says by itself: how it shares its limits, that there are events, and asks whether the server is there; and who it is, on a new connection. */
const ofTheService = [
  ...['rate-limits-', 'pg_backend_pid()', 'LISTEN', 'events-wake', 'pg_notify', 'SELECT 1\0'],
  ...['application_name', 'SCRAM-SHA-256', 'c=biws'],
];

/** Between a service and its database: counts how often the service waits for an answer. */
export class Wire {
  private readonly texts: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => {
      const database = connect(this.target);
      let answered = true;
      client.on('data', (chunk) => {
        // What comes in several pieces before an answer is one message.
        if (answered) this.texts.push(String(chunk));
        else this.texts[this.texts.length - 1] += String(chunk);
        answered = false;
        database.write(chunk);
      });
      database.on('data', (chunk) => {
        answered = true;
        client.write(chunk);
      });
      client.on('close', () => database.destroy()).on('error', () => database.destroy());
      database.on('close', () => client.destroy()).on('error', () => client.destroy());
    });
  }

  /** `url`: connection string of the real one. */
  static async before(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const wire = new Wire(server, { host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  /** The connection string that leads through here. */
  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return through.href;
  }

  /** What was sent since it was asked last, a text for each time that the service waited. */
  sent(): string[] {
    return this.texts.splice(0).filter((text) => !ofTheService.some((each) => text.includes(each)));
  }

  close(): void {
    this.server.close();
  }
}
