import { setTimeout as after } from 'node:timers/promises';

/** A worker, seen through its metrics. */
export class Worker {
  /** `cpuMs`: of the process, since it began. */
  constructor(
    private readonly port: number,
    private readonly cpuMs: () => number | undefined,
  ) {}

  static readonly names = {
    attempts: 'storewright_webhook_attempts_total',
    behind: 'storewright_webhook_streams_behind',
    backlog: 'storewright_webhook_backlog_events',
    oldest: 'storewright_webhook_oldest_event_age_seconds',
    cpu: 'process_cpu_seconds_total',
  };

  /** Attempts that were taken, and are on record. */
  async delivered(): Promise<number> {
    return valueOf(await this.metrics(), Worker.names.attempts, { outcome: 'delivered' });
  }

  /** ms of CPU that it has used; 0 where the system does not tell. */
  cpu(): number {
    return this.cpuMs() ?? 0;
  }

  /** Waits until it has counted exactly so many: what came to the receivers is what the worker says. */
  async hasDelivered(count: number): Promise<void> {
    const { attempts } = Worker.names;
    await this.shows(
      `${count} deliveries`,
      (metrics) => valueOf(metrics, attempts, { outcome: 'delivered' }) === count,
    );
  }

  async shows(what: string, is: (metrics: string) => boolean): Promise<void> {
    for (const end = performance.now() + 30_000; ; await after(50)) {
      const metrics = await this.metrics();
      if (is(metrics)) return;
      if (performance.now() > end) throw new Error(`the worker's metrics do not show ${what}: ${metrics}`);
    }
  }

  async metrics(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.port}/metrics`);
    if (!response.ok) throw new Error(`the worker's metrics: ${response.status}`);
    return response.text();
  }
}

/** The sum over the series of this name that have these labels, in the text format of Prometheus; 0 where there are none. */
export function valueOf(metrics: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  let sum = 0;
  for (const line of metrics.split('\n')) {
    const [, found, given = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && wanted.every((each) => given.split(',').includes(each))) sum += Number(value);
  }
  return sum;
}
