import type { Registry } from 'prom-client';

export type Labels = Record<string, string>;

/**
 * A value with its labels. `metricName` is set if it differs from the name of the metric, as for a bucket of
 * a histogram.
 */
export interface Sample {
  labels: Labels;
  value: number;
  metricName?: string;
}

export interface ScrapedMetric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read: () => Iterable<Sample>;
}

/**
 * Registers a metric whose value is read only when Prometheus scrapes. Updating the value then costs only an
 * addition.
 */
export function addScraped(registry: Registry, { read, name, help, type }: ScrapedMetric): void {
  const metric = { name, help, type, aggregator: 'sum' } as const;
  const get = async () => ({ ...metric, values: [...read()] });
  registry.registerMetric({ ...metric, get } as unknown as Parameters<Registry['registerMetric']>[0]);
}
