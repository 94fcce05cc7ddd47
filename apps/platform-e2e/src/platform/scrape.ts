/** Observed values of each label of a metric. */
export type SeenLabels = Map<string, Set<string>>;

/** Metrics of several services by name. A histogram is listed by the names of its series. */
export type Scrape = Map<string, SeenLabels>;

const suffixes = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] };

/** Adds the metrics of one service from the text format of Prometheus. */
export function addScrape(scrape: Scrape, text: string): void {
  const seen = (name: string) => scrape.get(name) ?? scrape.set(name, new Map()).get(name)!;
  for (const line of text.split('\n')) {
    // Includes metrics that have no series.
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
