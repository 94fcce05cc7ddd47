import { createHistogram, type RecordableHistogram, performance } from 'node:perf_hooks';

/**
 * Samples the event loop at an interval and records the delay of each sample. A stopped sampler records
 * nothing, whereas Node's own monitor would count the pause as one late sample.
 */
export class EventLoopSampler {
  private readonly late: RecordableHistogram = createHistogram();
  private timer?: NodeJS.Timeout | undefined;
  private before = 0;

  /** `everyMs` is the interval in milliseconds, and `now` returns the time in milliseconds. */
  constructor(
    private readonly everyMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  start(): void {
    if (this.timer) return;
    this.before = this.now();
    this.timer = setInterval(() => this.sample(), this.everyMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  sample(): void {
    const now = this.now();
    // Rounds to at least 1, because the histogram requires positive whole numbers.
    this.late.record(Math.max(1, Math.round((now - this.before - this.everyMs) * 1e6)));
    this.before = now;
  }

  reset(): void {
    this.late.reset();
  }

  /** Reads one value of the histogram and returns it in seconds. Returns 0 without samples. */
  of(read: (late: RecordableHistogram) => number): number {
    return this.late.count === 0 ? 0 : read(this.late) / 1e9;
  }
}
