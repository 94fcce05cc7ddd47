import { IntervalWhile } from './interval-while';

const SAMPLE_EVERY_MS = 10;
const MAX_SAMPLES = 10;

/** Measures event loop lag, which is the delay of timers, while `isNeeded` returns true. */
export class EventLoopLag {
  private readonly samples: number[] = [];
  private last = 0;
  private readonly sampling: IntervalWhile;

  constructor(
    isNeeded: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.sampling = new IntervalWhile(SAMPLE_EVERY_MS, () => this.sample(), isNeeded);
  }

  start(): void {
    if (this.sampling.isRunning) return;
    this.samples.length = 0;
    this.last = this.now();
    this.sampling.start();
  }

  stop(): void {
    this.sampling.stop();
  }

  /**
   * Median delay of the last ten timers in milliseconds, which a single garbage collection does not change.
   */
  get medianMs(): number {
    const sorted = this.samples.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  private sample(): void {
    const now = this.now();
    this.samples.push(Math.max(0, now - this.last - SAMPLE_EVERY_MS));
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
    this.last = now;
  }
}
