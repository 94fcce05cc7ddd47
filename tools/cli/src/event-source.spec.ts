import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { Away, EventSource } from './event-source';
import { Refused } from './failures';

let answer: RequestListener;
let server: Server;
let source: EventSource;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  source = new EventSource(`http://a-shop.localhost:${port}`, 'swa_x', 1_000_000);
});
afterAll(() => server.close());

const { signal } = new AbortController();
const failure = () => source.end().catch((error: unknown) => error);

it('EventSource throws an error for a response that is larger than the maximum size of a page', async () => {
  let ended: Promise<unknown> = Promise.resolve();
  answer = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    ended = once(response, 'close');
    more();
  };
  const error = await failure();
  expect(error).toBeInstanceOf(Refused);
  expect((error as Error).message).toMatch(/not a shop API: it sends more than 1000000 bytes$/);
  await ended;
});

it('EventSource throws an error for an event stream with a line that exceeds the maximum size', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${'x'.repeat(1_000_001)}`);
  };
  const events = await source.stream({ epoch: 1, sequence: 0 }, signal);
  const error = await events[Symbol.asyncIterator]()
    .next()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refused);
});

it('EventSource leaves no listeners on a connection that it uses for several event streams', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': the end\n\n');
  };
  const setTimeouts = jest.spyOn(Socket.prototype, 'setTimeout');
  const read = async () => {
    for await (const event of await source.stream({ epoch: 1, sequence: 0 }, signal)) return event;
  };
  await read();
  const listeners = () => Math.max(...setTimeouts.mock.contexts.map((each) => each.listenerCount('timeout')));
  const ofFirst = listeners();
  for (let streams = 0; streams < 12; streams += 1) await read();
  expect(listeners()).toBe(ofFirst);
  setTimeouts.mockRestore();
});

it('EventSource computes the retry delay from a date in Retry-After and the Date header of the server', async () => {
  answer = (_, response) => {
    const of = (time: string) => new Date(time).toUTCString();
    const headers = { 'retry-after': of('2020-01-01T00:10:07Z'), date: of('2020-01-01T00:10:00Z') };
    response.writeHead(503, headers).end();
  };
  const error = await failure();
  expect(error).toBeInstanceOf(Away);
  expect((error as Away).retryAfterMs).toBe(7_000);
});
