import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { AcceptQueue } from './accept-queue';
import { Crowd } from './testing/crowd';

let server: Server;
let crowd: Crowd | undefined;
let accepted: number;
/** What was told, with how many were accepted then. */
let told: [boolean, number][];
let changed: (waits: boolean) => void;
beforeEach(async () => {
  [accepted, told, changed] = [0, [], () => undefined];
  server = createServer(() => (accepted += 1)).listen(0, '127.0.0.1');
  new AcceptQueue(server, (waits) => {
    told.push([waits, accepted]);
    changed(waits);
  });
  await once(server, 'listening');
});
afterEach(async () => {
  await crowd?.leave();
  crowd = undefined;
  await new Promise((closed) => server.close(closed));
});
const port = () => (server.address() as AddressInfo).port;

it('connections wait while each turn of the event loop accepts one, until the last one is accepted', async () => {
  crowd = new Crowd(port(), 200);
  await crowd.connect();
  await new Promise<void>((done) => (changed = (waits) => !waits && done()));
  expect(told).toEqual([
    [true, 4],
    [false, 200],
  ]);
});

it('those that come less often than in each turn wait for nobody', async () => {
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
