import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Parts of the SQL statements that a service sends in the background: for rate limits, notifications and
 * health checks.
 */
const ofTheService = ['rate-limits-', 'pg_backend_pid()', 'LISTEN', 'events-wake', 'pg_notify'];
const isThere = 'SELECT 1';

/** A proxy between a service and its database that counts network round trips. */
export class Wire {
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
        // Data that the client sends before it receives a response belongs to the same round trip.
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

  static async before(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const wire = new Wire(server, { host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return through.href;
  }

  /**
   * Returns the SQL statements since the previous call, grouped by round trip and without parameter values.
   */
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
 * Parses the messages of a Postgres client (PostgreSQL, "Message Formats"). Returns the SQL text of each
 * Query message, and of the prepared statement of each Bind message.
 */
function statementsOf(): (chunk: Buffer) => string[] {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  // Offset of the message length. 0 for the Postgres startup message, which has no type byte.
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
