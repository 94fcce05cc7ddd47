/** Observed values of each label of a metric, keyed by label name. */
export type SeenLabels = Map<string, Set<string>>;

/**
 * Metrics of several services, keyed by metric name. A histogram has one key for each of its time series.
 */
export type Scrape = Map<string, SeenLabels>;

const suffixes = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] };

export function addScrape(scrape: Scrape, text: string): void {
  const seen = (name: string) => scrape.get(name) ?? scrape.set(name, new Map()).get(name)!;
  for (const line of text.split('\n')) {
    // Reads the TYPE lines, to include metrics that have no time series.
    const [, name, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (name) for (const suffix of suffixes[type as keyof typeof suffixes] ?? ['']) seen(name + suffix);
    const [, metric, labels] = /^(\w+)(?:\{(.*)\})? [^ ]+$/.exec(line) ?? [];
    if (!metric) continue;
    for (const [, label, value] of (labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      const values = seen(metric).get(label!) ?? new Set<string>();
      seen(metric).set(label!, values.add(value!));
    }
  }
}
