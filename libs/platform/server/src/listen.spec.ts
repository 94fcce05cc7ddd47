import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WAIT_LIMIT_MS } from '@storewright/testing';
import { listen } from './listen';
import { createApplication } from './serve';

@Module({})
class NoModule {}

/** More than Node has room for by itself, 511. */
const connections = 1_000;

/** Connects so many times, and counts in shared memory those that are connected. */
const clients = `
  const { workerData: { port, connected, connections } } = require('node:worker_threads');
  for (let at = 0; at < connections; at += 1)
    require('node:net').connect(port, '127.0.0.1').once('connect', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
`;

let application: NestFastifyApplication;
let worker: Worker;
afterEach(async () => {
  await worker.terminate();
  await application.close();
});

it('a thousand connections that come while nothing is accepted are kept, not lost', async () => {
  const address = { host: '127.0.0.1', port: 0 };
  application = await createApplication(NoModule, {
    ...{ ...address, name: 'spec', docsUrl: '', logLevel: 'silent' },
    ...{ bodyLimit: 1_000, trustedProxies: [], maxRequestsAtOnce: 1_000 },
  });
  await listen(application, address);
  const port = Number(new URL(await application.getUrl()).port);
  const connected = new Int32Array(new SharedArrayBuffer(4));
  worker = new Worker(clients, { eval: true, workerData: { port, connected, connections } });
  await once(worker, 'online');
  // This thread, which is the service's, stands meanwhile.
  for (let count = 0, kept = 'ok'; count < connections && kept !== 'timed-out';) {
    kept = Atomics.wait(connected, 0, count, WAIT_LIMIT_MS / 4);
    count = Atomics.load(connected, 0);
  }
  expect(connected[0]).toBe(connections);
});
