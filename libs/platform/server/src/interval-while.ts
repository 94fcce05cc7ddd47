/** Calls a function at an interval until a condition is false. An idle process then has no timers. */
export class IntervalWhile {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly work: () => void,
    private readonly isNeeded: () => boolean,
  ) {}

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  start(): void {
    this.timer ??= setInterval(() => this.run(), this.ms).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.work();
    if (!this.isNeeded()) this.stop();
  }
}
