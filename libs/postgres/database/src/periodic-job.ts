export interface PeriodicJobOptions {
  /** From the end of a run to the beginning of the next one, ms. */
  everyMs: number;
  run: () => Promise<void>;
  /** It is run again all the same. */
  failed: (error: Error) => void;
}

/** What a service does every so often, and when it is told to: one run at a time, whose end a shutdown waits for. */
export class PeriodicJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void> | undefined;
  private isWanted = false;
  private stopped = false;

  constructor(private readonly options: PeriodicJobOptions) {}

  /** A run that takes long ends then where it can. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /** `firstMs`: until the first run. */
  start(firstMs = this.options.everyMs): void {
    this.timer = setTimeout(() => {
      void this.run().then(() => {
        if (!this.stopped) this.start();
      });
    }, firstMs).unref();
  }

  /** Now. Who comes while a run is under way waits for one that begins later. Never fails. */
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
    // In the turn in which nobody wanted one more: who comes behind it begins anew.
    this.running = undefined;
  }
}
