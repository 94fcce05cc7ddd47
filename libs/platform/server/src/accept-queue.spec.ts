import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { AcceptQueue } from './accept-queue';
import { Crowd } from './testing/crowd';

let server: Server;
let crowd: Crowd | undefined;
let accepted: number;
/** Each notification with the number of connections accepted before it. */
let told: [boolean, number][];
let changed: (pending: boolean) => void;
beforeEach(async () => {
  [accepted, told, changed] = [0, [], () => undefined];
  server = createServer(() => (accepted += 1)).listen(0, '127.0.0.1');
  new AcceptQueue(server, (pending) => {
    told.push([pending, accepted]);
    changed(pending);
  });
  await once(server, 'listening');
});
afterEach(async () => {
  await crowd?.leave();
  crowd = undefined;
  await new Promise((closed) => server.close(closed));
});
const port = () => (server.address() as AddressInfo).port;

it('AcceptQueue reports pending connections while the server accepts one connection per event loop turn', async () => {
  crowd = new Crowd(port(), 200);
  await crowd.connect();
  await new Promise<void>((done) => (changed = (pending) => !pending && done()));
  expect(told).toEqual([
    [true, 4],
    [false, 200],
  ]);
});

it('AcceptQueue reports nothing if connections arrive less often than once per event loop turn', async () => {
  const turn = () => new Promise((done) => setImmediate(done));
  for (let at = 0; at < 20; at += 1) {
    const client = connect(port(), '127.0.0.1');
    await once(client, 'connect');
    while (accepted <= at) await turn();
    client.destroy();
    await turn();
    await turn();
  }
  expect(told).toEqual([]);
});
