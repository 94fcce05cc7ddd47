import { createHistogram, type RecordableHistogram, performance } from 'node:perf_hooks';

/** Looks at the event loop again and again, and by how much each came late. While it is stopped nothing is late: Node's own monitor counts a pause as one look that came late. */
export class EventLoopLooks {
  private readonly late: RecordableHistogram = createHistogram();
  private timer?: NodeJS.Timeout | undefined;
  private before = 0;

  /** `everyMs`: between two looks. `now`: in ms. */
  constructor(
    private readonly everyMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  start(): void {
    if (this.timer) return;
    this.before = this.now();
    this.timer = setInterval(() => this.look(), this.everyMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  look(): void {
    const now = this.now();
    // A histogram takes whole numbers from 1 on.
    this.late.record(Math.max(1, Math.round((now - this.before - this.everyMs) * 1e6)));
    this.before = now;
  }

  reset(): void {
    this.late.reset();
  }

  /** In seconds; 0: there was no look. */
  of(read: (late: RecordableHistogram) => number): number {
    return this.late.count === 0 ? 0 : read(this.late) / 1e9;
  }
}
