import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import type { ResolvedAddress } from '../targets/resolve';
import { selfSigned } from '../testing/self-signed';
import { WebhookClient, type WebhookClientOptions, isSuccess } from './webhook-client';

const loopback: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function anExchange(given: Partial<WebhookClientOptions> = {}): WebhookClient {
  const exchange = new WebhookClient({
    policy: { allowLoopback: true },
    resolve: () => Promise.resolve([loopback]),
    ...given,
  });
  closing.push(() => exchange.close());
  return exchange;
}

/** Listens on this machine and returns the port. */
async function listening(server: Server | SocketServer): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

interface Receiver {
  url: string;
  /** Number of connections that the server accepted. */
  connections: number;
}

async function aReceiver(answer: RequestListener): Promise<Receiver> {
  const server = createServer(answer);
  const receiver: Receiver = { url: '', connections: 0 };
  server.on('connection', () => (receiver.connections += 1));
  receiver.url = `http://app.localhost:${await listening(server)}/webhooks?x=1`;
  return receiver;
}

const message = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'an-id' },
  body: '{"note":"ü"}',
});

it('WebhookClient.send() posts the message and returns status, body and duration', async () => {
  let seen: object = {};
  const { url } = await aReceiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      response.writeHead(202, { 'retry-after': '7' }).end('thank you');
    });
  });
  const outcome = await anExchange().send(message(url));
  expect(outcome).toEqual({
    status: 202,
    answer: 'thank you',
    retryAfter: '7',
    durationMs: expect.any(Number) as number,
  });
  expect(isSuccess(outcome)).toBe(true);
  expect(seen).toMatchObject({
    method: 'POST',
    url: '/webhooks?x=1',
    headers: { 'webhook-id': 'an-id', 'content-length': '13', host: new URL(url).host },
    body: '{"note":"ü"}',
  });
});

it.each([199 + 1, 204, 299])('isSuccess returns true for the status %d', (status) => {
  expect(isSuccess({ status, answer: '', durationMs: 1 })).toBe(true);
});
it.each([undefined, 300, 304, 400, 410, 500])('isSuccess returns false for %s', (status) => {
  expect(isSuccess({ ...(status ? { status } : {}), answer: '', durationMs: 1 })).toBe(false);
});

it('WebhookClient.send() does not follow a redirect', async () => {
  const other = await aReceiver((_, response) => response.end());
  const { url } = await aReceiver((_, response) => response.writeHead(307, { location: other.url }).end());
  const outcome = await anExchange().send(message(url));
  expect(outcome.status).toBe(307);
  expect(isSuccess(outcome)).toBe(false);
  expect(other.connections).toBe(0);
});

describe('WebhookClient with a receiver that sends interim (1xx) responses', () => {
  const final = 'HTTP/1.1 204 No Content\r\n\r\n';
  async function answering(bytes: string): Promise<Receiver> {
    const receiver: Receiver = { url: '', connections: 0 };
    const server = createSocketServer((socket) => {
      receiver.connections += 1;
      closing.unshift(() => socket.destroy());
      socket.on('error', () => undefined).on('data', () => socket.write(bytes));
    });
    receiver.url = `http://app.localhost:${await listening(server)}/`;
    return receiver;
  }

  const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';
  it.each([
    ['100', proceed],
    ['100 with a header', 'HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n'],
    ['100, 102 and 100', `${proceed}HTTP/1.1 102 Processing\r\n\r\n${proceed}`],
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['none', ''],
  ])('skips %s and keeps the connection open', async (_, interim) => {
    const receiver = await answering(interim + final);
    const exchange = anExchange();
    for (let time = 0; time < 3; time += 1)
      expect(await exchange.send(message(receiver.url))).toMatchObject({ status: 204, answer: '' });
    expect(receiver.connections).toBe(1);
  });

  it('does not remove text from a response body that looks like an interim response', async () => {
    const { url } = await answering(
      `${proceed}HTTP/1.1 200 OK\r\ncontent-length: ${proceed.length}\r\n\r\n${proceed}`,
    );
    expect(await anExchange().send(message(url))).toMatchObject({ status: 200, answer: proceed });
  });

  it.each([
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['more than 64 kB of interim responses', proceed.repeat(4_000) + final],
    ['a response that is not HTTP', 'HT!'],
  ])('reports an error for %s', async (_, sent) => {
    const { url } = await answering(sent);
    const outcome = await anExchange().send(message(url));
    expect(outcome).toMatchObject({ error: expect.stringMatching(/reset|not HTTP/) as string });
  });
});

describe('the response body of a webhook receiver', () => {
  it('is stored as valid text, up to one kilobyte', async () => {
    const { url } = await aReceiver((_, response) => response.end(`\0\u00fc${'x'.repeat(2000)}`));
    const { answer } = await anExchange().send(message(url));
    expect(answer).toBe(`\ufffdü${'x'.repeat(1021)}`);
    const bytes = await aReceiver((_, response) => response.end(Buffer.from([0x68, 0xff, 0xc3])));
    expect((await anExchange().send(message(bytes.url))).answer).toBe('h\ufffd\ufffd');
  });

  it('is read up to 64 kB, after which the client closes the connection', async () => {
    let written = 0;
    const ended = new Promise<void>((done) => {
      void aReceiver((_, response) => {
        const more = () => {
          written += 1024;
          if (!response.destroyed) response.write('x'.repeat(1024), more);
        };
        response.writeHead(500).once('close', done);
        more();
      }).then(async ({ url }) => expect((await anExchange().send(message(url))).status).toBe(500));
    });
    await ended;
    // The socket buffers of both sides add to the limit.
    expect(written).toBeLessThan(8 * 1024 * 1024);
  });

  it('may be incomplete at the deadline, and the HTTP status still counts', async () => {
    const { url } = await aReceiver((_, response) => response.writeHead(200).write('so far'));
    // On a busy machine the deadline may pass before the head of the response arrives. Then the test sends
    // again.
    let outcome = await anExchange({ timeoutMs: 300 }).send(message(url));
    while (outcome.answer === '') outcome = await anExchange({ timeoutMs: 300 }).send(message(url));
    expect(outcome).toMatchObject({ status: 200, answer: 'so far' });
  });
});

describe('WebhookClient.send() reports the reason if the receiver', () => {
  async function errorOf(
    url: string,
    given: Partial<WebhookClientOptions> = {},
  ): Promise<string | undefined> {
    const outcome = await anExchange(given).send(message(url));
    expect(outcome).toMatchObject({ answer: '', durationMs: expect.any(Number) as number });
    expect(outcome.status).toBeUndefined();
    return outcome.error;
  }

  it('does not respond', async () => {
    const { url } = await aReceiver(() => undefined);
    expect(await errorOf(url, { timeoutMs: 200 })).toBe('no response within 0.2 s');
  });

  it('sends its head byte by byte', async () => {
    const head = [...'HTTP/1.1 200 A reason phrase that goes on and on'];
    const port = await listening(
      createSocketServer((socket) => {
        const drip = setInterval(() => socket.write(head.shift() ?? ''), 20);
        socket
          .resume()
          .on('error', () => undefined)
          .on('close', () => clearInterval(drip));
      }),
    );
    expect(await errorOf(`http://localhost:${port}/`, { timeoutMs: 200 })).toBe('no response within 0.2 s');
  });

  it('has a name server that does not respond', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await errorOf('https://app.example/', { resolve, timeoutMs: 200 })).toBe(
      'no response within 0.2 s',
    );
  });

  it('does not listen on its port', async () => {
    const gone = createServer();
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    expect(await errorOf(`http://127.0.0.1:${port}/`)).toBe('the connection was refused');
  });

  it('closes the connection', async () => {
    const { url } = await aReceiver((request) => request.socket.destroy());
    expect(await errorOf(url)).toBe('the connection was reset');
  });

  it('does not speak HTTP', async () => {
    const port = await listening(
      createSocketServer((socket) =>
        socket
          .resume()
          .on('error', () => undefined)
          .end('SSH-2.0-x\r\n'),
      ),
    );
    expect(await errorOf(`http://localhost:${port}/`)).toBe('the response is not HTTP');
  });

  it('has an untrusted certificate', async () => {
    let requests = 0;
    const server = createSecureServer(selfSigned('app.localhost'), () => (requests += 1));
    const port = await listening(server);
    expect(await errorOf(`https://app.localhost:${port}/`)).toBe(
      'no secure connection: DEPTH_ZERO_SELF_SIGNED_CERT',
    );
    expect(requests).toBe(0);
  });
});

describe('WebhookClient never connects', () => {
  const policy = { allowLoopback: false };

  it('to an internal IP address of a host name that resolved to a public IP address before', async () => {
    const secure = await aReceiver(() => undefined);
    const { port } = new URL(secure.url);
    const answers = [{ address: '93.184.215.14', family: 4 as const }, loopback];
    const resolve = () => Promise.resolve([answers.pop()!]);
    // The test cannot listen on port 443, so the address check alone must reject the name.
    const outcome = await anExchange({ policy, resolve }).send(message('https://rebinding.example/'));
    expect(outcome.error).toBe('the name resolves to no public internet address');
    const literal = await anExchange({ policy }).send(message(`https://127.0.0.1:${port}/`));
    expect(literal.error).toMatch(/the address must use port 443/);
    expect(secure.connections).toBe(0);
  });

  it.each(['https://127.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://2130706433/', 'https://localhost/'])(
    'to %s, although sockets do not pass IP addresses to the lookup function',
    async (url) => {
      const { error } = await anExchange({ policy }).send(message(url));
      expect(error).toMatch(/public internet/);
    },
  );

  it('to private networks, not even in development', async () => {
    const resolve = () => Promise.resolve([{ address: '10.0.0.1', family: 4 as const }]);
    const outcome = await anExchange({ resolve }).send(message('http://app.example:4000/'));
    expect(outcome.error).toBe('the name resolves to no public internet address');
  });
});

describe('a webhook connection', () => {
  it('is reused for the next webhook', async () => {
    const receiver = await aReceiver((request, response) => request.resume().on('end', () => response.end()));
    const exchange = anExchange();
    for (let sent = 0; sent < 5; sent += 1)
      expect((await exchange.send(message(receiver.url))).status).toBe(200);
    expect(receiver.connections).toBe(1);
  });

  it('carries one webhook at a time, so that a concurrent webhook opens a second connection', async () => {
    const held: (() => void)[] = [];
    const receiver = await aReceiver((_, response) => void held.push(() => response.end()));
    const exchange = anExchange();
    const both = [exchange.send(message(receiver.url)), exchange.send(message(receiver.url))];
    while (held.length < 2) await new Promise((done) => setImmediate(done));
    expect(receiver.connections).toBe(2);
    held[1]!();
    expect((await both[1]!).status).toBe(200);
    held[0]!();
    expect((await both[0]!).status).toBe(200);
  });

  it('is closed at the deadline of the webhook, even before the connection is established', async () => {
    let ended: Promise<unknown> | undefined;
    const port = await listening(
      createSocketServer((socket) => {
        ended = once(
          socket.resume().on('error', () => undefined),
          'close',
        );
      }),
    );
    const { error } = await anExchange({ timeoutMs: 200 }).send(message(`https://localhost:${port}/`));
    expect(error).toBe('no response within 0.2 s');
    expect(ended).toBeDefined();
    await ended;
  });

  it('is not replaced if the receiver closes it without a response to the first webhook', async () => {
    let requests = 0;
    const { url } = await aReceiver((request) => {
      requests += 1;
      request.socket.destroy();
    });
    expect((await anExchange().send(message(url))).error).toBe('the connection was reset');
    expect(requests).toBe(1);
  });

  it('is replaced if the receiver has closed the idle connection', async () => {
    let requests = 0;
    const receiver = await aReceiver((request, response) => {
      requests += 1;
      if (requests === 2) return void request.socket.destroy();
      request.resume().on('end', () => response.end());
    });
    const exchange = anExchange();
    expect((await exchange.send(message(receiver.url))).status).toBe(200);
    expect((await exchange.send(message(receiver.url))).status).toBe(200);
    expect([requests, receiver.connections]).toEqual([3, 2]);
  });
});
