export interface PeriodicJobOptions {
  /** Interval in milliseconds from the end of a run to the start of the next run. */
  everyMs: number;
  run: () => Promise<void>;
  /** Receives the error of a failed run. The job continues. */
  failed: (error: Error) => void;
}

/** Runs a task at an interval and on request, but never concurrently. `stop` waits for the current run. */
export class PeriodicJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void> | undefined;
  private isWanted = false;
  private stopped = false;

  constructor(private readonly options: PeriodicJobOptions) {}

  /** True after `stop` was called. A long run should check this and return early. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /** `firstMs` is the delay before the first run in milliseconds. */
  start(firstMs = this.options.everyMs): void {
    this.timer = setTimeout(() => {
      void this.run().then(() => {
        if (!this.stopped) this.start();
      });
    }, firstMs).unref();
  }

  /**
   * Runs the task now. If a run is in progress, a second run starts after it, and the promise resolves after
   * the second run. Never rejects.
   */
  run(): Promise<void> {
    this.isWanted = true;
    return (this.running ??= this.runAll());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async runAll(): Promise<void> {
    while (this.isWanted && !this.stopped) {
      this.isWanted = false;
      await this.options.run().catch(this.options.failed);
    }
    // No await follows the last check of `isWanted`, so a later call starts a new loop.
    this.running = undefined;
  }
}
