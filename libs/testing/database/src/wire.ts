import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** What a service says by itself: how it shares its limits, that there are events, and asks whether the server is there. */
const ofTheService = ['rate-limits-', 'pg_backend_pid()', 'LISTEN', 'events-wake', 'pg_notify'];
const isThere = 'SELECT 1';

/** Between a service and its database: counts how often the service waits for an answer. */
export class Wire {
  /** The statements of each message. */
  private readonly messages: string[][] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => {
      const database = connect(this.target);
      const statements = statementsOf();
      let answered = true;
      client.on('data', (chunk) => {
        // What comes in several pieces before an answer is one message.
        if (answered) this.messages.push([]);
        this.messages.at(-1)!.push(...statements(chunk));
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

  /** What was asked since it was asked last: for each time that the service waited, the statements that it sent, without their values. */
  sent(): string[][] {
    const isOfService = (text: string) =>
      text === isThere || ofTheService.some((each) => text.includes(each));
    return this.messages.splice(0).filter((texts) => texts.length > 0 && !texts.some(isOfService));
  }

  close(): void {
    this.server.close();
  }
}

/**
 * Reads what a client sends over one connection (PostgreSQL, "Message Formats"), as it comes: gives the text of each Query, and of each Bind that of the statement that it is for.
 */
function statementsOf(): (chunk: Buffer) => string[] {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  // The first message, of who the client is, has no letter in front.
  let letter = 0;
  return (chunk) => {
    const found: string[] = [];
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= letter + 4 && rest.length >= letter + rest.readInt32BE(letter)) {
      const end = letter + rest.readInt32BE(letter);
      const [type, texts] = [
        String.fromCharCode(rest[0]!),
        rest.toString('utf8', letter + 4, end).split('\0'),
      ];
      rest = rest.subarray(end);
      if (letter === 0) letter = 1;
      else if (type === 'Q') found.push(texts[0]!);
      else if (type === 'P') prepared.set(texts[0]!, texts[1]!);
      else if (type === 'B') found.push(prepared.get(texts[1]!)!);
    }
    return found;
  };
}
