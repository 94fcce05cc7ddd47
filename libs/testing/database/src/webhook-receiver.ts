import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WAIT_LIMIT_MS } from './until';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    type: string;
    timestamp: string;
    data: { id: string };
    changed: string[];
    shop: { id: string; domain: string };
    sequence: number | null;
    epoch: number | null;
  };
}

/**
 * Response to a webhook request: a status, optionally with headers. With `never` the receiver sends no
 * response, and with `cut` it closes the connection.
 */
export type Reply =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'never'
  | 'cut';

export class Receiver {
  readonly received: Received[] = [];
  readonly ids = new Set<string>();
  /**
   * Handles a webhook request whose reply is `never`. Calling `answer` or `refuse` responds to the webhook
   * request later.
   */
  later: (answer: () => void, refuse: () => void) => void = () => undefined;
  /** Maximum number of requests that were open at the same time. */
  mostAtOnce = 0;
  private open = 0;
  private waiting: { count: number; done: () => void }[] = [];

  private constructor(
    private readonly server: Server,
    public reply: (received: Received) => Reply,
  ) {}

  static async start(reply: Receiver['reply'] = () => 204): Promise<Receiver> {
    const server = createServer((request, response) => {
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, (receiver.open += 1));
      response.once('close', () => (receiver.open -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] };
        const reply = receiver.take(received);
        if (reply === 'cut') return void request.socket.destroy();
        const answerWith = (code: number) => () => void response.writeHead(code).end();
        if (reply === 'never') return receiver.later(answerWith(204), answerWith(500));
        const { status, headers = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply;
        response.writeHead(status, headers).end(body);
      });
    });
    // Lets the process exit even if a failed test did not close the receiver.
    server.unref().on('connection', (socket) => socket.unref());
    const receiver = new Receiver(server, reply);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  get sequences(): (number | null)[] {
    return this.received.map(({ body }) => body.sequence);
  }

  /** Waits until the given number of webhook requests has arrived. Throws after `limitMs` milliseconds. */
  has(count: number, limitMs = WAIT_LIMIT_MS): Promise<void> {
    if (this.received.length >= count) return Promise.resolve();
    return new Promise((done, failed) => {
      const late = setTimeout(() => {
        failed(new Error(`not within ${limitMs} ms: ${count} requests; ${this.received.length} came`));
      }, limitMs);
      const come = () => {
        clearTimeout(late);
        done();
      };
      this.waiting.push({ count, done: come });
    });
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  private take(received: Received): Reply {
    this.received.push(received);
    this.ids.add(String(received.headers['webhook-id']));
    const reached = this.waiting.filter(({ count }) => this.received.length >= count);
    this.waiting = this.waiting.filter((each) => !reached.includes(each));
    for (const { done } of reached) done();
    return this.reply(received);
  }
}
