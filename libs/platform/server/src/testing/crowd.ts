import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WAIT_LIMIT_MS } from '@storewright/testing';

/** Connects so many times, and counts in shared memory those that are connected. */
const program = `
  const { workerData: { port, connected, count } } = require('node:worker_threads');
  for (let at = 0; at < count; at += 1)
    require('node:net').connect(port, '127.0.0.1').once('connect', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
`;

/** Clients in a thread of their own, which connect while this one, the service's, stands. */
export class Crowd {
  private readonly connected = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  /** `port`: on this machine. */
  constructor(
    port: number,
    private readonly count: number,
  ) {
    const { connected } = this;
    this.worker = new Worker(program, { eval: true, workerData: { port, connected, count } });
  }

  /** Until all are connected; how many are, where the others are not in time. Nothing is accepted meanwhile. */
  async connect(): Promise<number> {
    await once(this.worker, 'online');
    for (let count = 0, kept = 'ok'; count < this.count && kept !== 'timed-out';) {
      kept = Atomics.wait(this.connected, 0, count, WAIT_LIMIT_MS / 4);
      count = Atomics.load(this.connected, 0);
    }
    return this.connected[0]!;
  }

  async leave(): Promise<void> {
    await this.worker.terminate();
  }
}
