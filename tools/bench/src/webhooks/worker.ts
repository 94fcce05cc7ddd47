import { setTimeout as pause } from 'node:timers/promises';

export class Worker {
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

  async delivered(): Promise<number> {
    return valueOf(await this.metrics(), Worker.names.attempts, { outcome: 'delivered' });
  }

  /** Returns the CPU milliseconds that the webhook worker has used, or 0 if /proc is missing. */
  cpu(): number {
    return this.cpuMs() ?? 0;
  }

  /** Resolves when the webhook worker has recorded exactly `count` successful deliveries. */
  async hasDelivered(count: number): Promise<void> {
    const { attempts } = Worker.names;
    await this.shows(
      `${count} deliveries`,
      (metrics) => valueOf(metrics, attempts, { outcome: 'delivered' }) === count,
    );
  }

  async shows(what: string, is: (metrics: string) => boolean): Promise<void> {
    for (const end = performance.now() + 30_000; ; await pause(50)) {
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

/** Returns the sum of all time series with the given name and labels in a Prometheus metrics text. */
export function valueOf(metrics: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  let sum = 0;
  for (const line of metrics.split('\n')) {
    const [, series, labelText = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (series === name && wanted.every((each) => labelText.split(',').includes(each))) sum += Number(value);
  }
  return sum;
}
