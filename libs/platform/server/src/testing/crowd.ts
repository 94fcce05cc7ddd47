import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WAIT_LIMIT_MS } from '@storewright/testing';

const program = `
  const { workerData: { port, connected, count } } = require('node:worker_threads');
  for (let at = 0; at < count; at += 1)
    require('node:net').connect(port, '127.0.0.1').once('connect', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
`;

/** TCP clients in a worker thread. They connect even while the main thread is blocked. */
export class Crowd {
  private readonly connected = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  constructor(
    port: number,
    private readonly count: number,
  ) {
    const { connected } = this;
    this.worker = new Worker(program, { eval: true, workerData: { port, connected, count } });
  }

  /**
   * Blocks the main thread until all clients are connected or the time limit is over. Returns the number of
   * connected clients.
   */
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
