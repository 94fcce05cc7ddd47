import { IntervalWhile } from './interval-while';

/** How often is looked whether the loop is late, in ms. */
const interval = 10;

/** So many samples are looked at. */
const kept = 10;

/** By how much what becomes due in this process is late, as long as it is asked for. */
export class LoopLateness {
  private readonly samples: number[] = [];
  private last = 0;
  private readonly sampling: IntervalWhile;

  constructor(
    isNeeded: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.sampling = new IntervalWhile(interval, () => this.sample(), isNeeded);
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

  /** Of the last ones, in ms. Half of them were later: one collection of memory, however long, says nothing of how much is at work. */
  get median(): number {
    const sorted = this.samples.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  private sample(): void {
    const now = this.now();
    this.samples.push(Math.max(0, now - this.last - interval));
    if (this.samples.length > kept) this.samples.shift();
    this.last = now;
  }
}
