export interface PeriodicJobOptions {
  /** Interval in milliseconds between the end of a run and the start of the next run of the job. */
  everyMs: number;
  run: () => Promise<void>;
  /** Receives the error of a failed run of the job. The job continues at the next interval. */
  failed: (error: Error) => void;
}

/**
 * Runs a task at an interval and on request, but never twice at the same time. `stop` waits for the end of
 * the current run.
 */
export class PeriodicJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void> | undefined;
  private isWanted = false;
  private stopped = false;

  constructor(private readonly options: PeriodicJobOptions) {}

  /** True after `stop` was called. A long-running task should check this property and return early. */
  get isStopping(): boolean {
    return this.stopped;
  }

  start(firstMs = this.options.everyMs): void {
    this.timer = setTimeout(() => {
      void this.run().then(() => {
        if (!this.stopped) this.start();
      });
    }, firstMs).unref();
  }

  /**
   * Runs the task now. During a run, a second run starts after the end of the first run, and the promise
   * resolves after the second run. Never rejects.
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
    // No await follows the last check of `isWanted`, so a later call starts a new loop of runs.
    this.running = undefined;
  }
}
