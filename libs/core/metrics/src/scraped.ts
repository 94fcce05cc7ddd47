import type { Registry } from 'prom-client';

export type Labels = Record<string, string>;

/**
 * A value of a Prometheus metric with its labels. `metricName` is set if the name of the value differs from
 * the metric's name, as for histogram buckets.
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
 * Registers a metric that computes its value only when Prometheus scrapes the process, so that recording an
 * event is cheap.
 */
export function addScraped(registry: Registry, { read, name, help, type }: ScrapedMetric): void {
  const metric = { name, help, type, aggregator: 'sum' } as const;
  const get = async () => ({ ...metric, values: [...read()] });
  registry.registerMetric({ ...metric, get } as unknown as Parameters<Registry['registerMetric']>[0]);
}
