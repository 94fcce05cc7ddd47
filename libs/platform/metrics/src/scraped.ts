import type { Registry } from 'prom-client';

export type Labels = Record<string, string>;

/** A value with its labels; `metricName` where it is another one than the metric's: a bucket of a histogram. */
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

/** A metric that is read when somebody asks for it: whoever counts pays for an addition and nothing else. */
export function addScraped(registry: Registry, { read, name, help, type }: ScrapedMetric): void {
  const metric = { name, help, type, aggregator: 'sum' } as const;
  const get = async () => ({ ...metric, values: [...read()] });
  registry.registerMetric({ ...metric, get } as unknown as Parameters<Registry['registerMetric']>[0]);
}
