import { until } from '@storewright/testing';
import type { ServiceName } from '../stage';
import { pause, serviceNames, type World } from './world';

const interval = 50;

/** What the services say of themselves all the time. */
export class Readiness {
  /** When each of them said 503 for the first time, and when it began to say 200 for the last. */
  readonly refusedAt = new Map<ServiceName, number>();
  readonly readySince = new Map<ServiceName, number>();
  private stopping = false;
  private readonly looking: Promise<unknown>;

  constructor(private readonly world: World) {
    this.looking = Promise.all(serviceNames.map((name) => this.look(name)));
  }

  /** Each of these has said 503. */
  async refused(names: readonly ServiceName[]): Promise<void> {
    const have = () => Promise.resolve(names.every((name) => this.refusedAt.has(name)));
    await until(`not ready: ${names.join()}`, have);
  }

  async ready(): Promise<void> {
    await until('all are ready', () => Promise.resolve(this.readySince.size === serviceNames.length));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.looking;
  }

  private async look(name: ServiceName): Promise<void> {
    for (; !this.stopping; await pause(interval)) {
      const status = await this.world.ready(name);
      if (status !== 200) this.readySince.delete(name);
      else if (!this.readySince.has(name)) this.readySince.set(name, performance.now());
      if (status === 503 && !this.refusedAt.has(name)) this.refusedAt.set(name, performance.now());
    }
  }
}
