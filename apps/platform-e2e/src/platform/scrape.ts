/** What a metric was seen with: label → values. */
export type SeenLabels = Map<string, Set<string>>;

/** The metrics of several services: name → what it was seen with. Names of histograms are those of their series. */
export type Scrape = Map<string, SeenLabels>;

const suffixes = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] };

/** Adds what one service printed, in the text exposition format. */
export function addScrape(scrape: Scrape, text: string): void {
  const seen = (name: string) => scrape.get(name) ?? scrape.set(name, new Map()).get(name)!;
  for (const line of text.split('\n')) {
    // Also where no series is there yet.
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
