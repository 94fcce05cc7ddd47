import { createHistogram, type RecordableHistogram, performance } from 'node:perf_hooks';

/**
 * Measures the event loop lag at an interval. The event loop monitor of Node.js cannot be used, because it
 * counts a pause of the measurement as lag.
 */
export class EventLoopSampler {
  private readonly late: RecordableHistogram = createHistogram();
  private timer?: NodeJS.Timeout | undefined;
  private before = 0;

  /** @param everyMs interval of the samples in milliseconds */
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
    // Rounds up to 1, because the histogram requires positive integers.
    this.late.record(Math.max(1, Math.round((now - this.before - this.everyMs) * 1e6)));
    this.before = now;
  }

  reset(): void {
    this.late.reset();
  }

  /** Returns a value of the lag histogram in seconds. Returns 0 if the histogram has no samples. */
  of(read: (late: RecordableHistogram) => number): number {
    return this.late.count === 0 ? 0 : read(this.late) / 1e9;
  }
}
