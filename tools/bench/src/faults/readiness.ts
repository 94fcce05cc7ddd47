import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@storewright/testing';
import type { ServiceName } from '../stage';
import { serviceNames, type FaultPlatform } from './fault-platform';

const INTERVAL_MS = 50;

export class Readiness {
  readonly refusedAt = new Map<ServiceName, number>();
  readonly readySince = new Map<ServiceName, number>();
  private isStopping = false;
  private readonly polling: Promise<unknown>;

  constructor(private readonly platform: FaultPlatform) {
    this.polling = Promise.all(serviceNames.map((name) => this.poll(name)));
  }

  async refused(names: readonly ServiceName[]): Promise<void> {
    const haveRefused = () => Promise.resolve(names.every((name) => this.refusedAt.has(name)));
    await until(`not ready: ${names.join()}`, haveRefused);
  }

  async ready(): Promise<void> {
    await until('all are ready', () => Promise.resolve(this.readySince.size === serviceNames.length));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.polling;
  }

  private async poll(name: ServiceName): Promise<void> {
    for (; !this.isStopping; await pause(INTERVAL_MS)) {
      const status = await this.platform.ready(name);
      if (status !== 200) this.readySince.delete(name);
      else if (!this.readySince.has(name)) this.readySince.set(name, performance.now());
      if (status === 503 && !this.refusedAt.has(name)) this.refusedAt.set(name, performance.now());
    }
  }
}
