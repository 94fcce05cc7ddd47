/** Work that is done every so many ms, as long as there is any: a process with nothing to do is not woken for it. */
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

  /** There is something to do, perhaps once more. */
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
