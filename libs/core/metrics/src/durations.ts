import type { Labels, Sample } from './scraped';

/**
 * Upper bounds of the histogram buckets in seconds, from a typical request to the longest possible request.
 */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const boundariesMs = boundaries.map((seconds) => seconds * 1000);

export class Durations {
  /**
   * Number of durations per histogram bucket. The counts are not cumulative, and the last bucket has no upper
   * bound.
   */
  private readonly counts = new Array<number>(boundaries.length + 1).fill(0);
  private totalMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < boundariesMs.length && ms > boundariesMs[bucket]!) bucket += 1;
    this.counts[bucket]! += 1;
    this.totalMs += ms;
  }

  *samples(name: string, labels: Labels): Iterable<Sample> {
    let count = 0;
    for (const [bucket, more] of this.counts.entries()) {
      count += more;
      const le = String(boundaries[bucket] ?? '+Inf');
      yield { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    }
    yield { metricName: `${name}_sum`, labels, value: this.totalMs / 1000 };
    yield { metricName: `${name}_count`, labels, value: count };
  }
}
