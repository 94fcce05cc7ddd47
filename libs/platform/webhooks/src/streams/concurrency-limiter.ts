/**
 * Limits the number of concurrent webhook streams. One app can use at most a tenth of the limit, so that an
 * app whose receiver hangs cannot block the webhooks of all apps.
 */
export class ConcurrencyLimiter {
  private readonly inUseByApp = new Map<string, number>();
  private readonly limitPerApp: number;
  private total = 0;

  constructor(private readonly limit: number) {
    this.limitPerApp = Math.max(1, Math.floor(limit / 10));
  }

  get available(): number {
    return Math.max(0, this.limit - this.total);
  }
  get inUse(): number {
    return this.total;
  }

  isAtLimit(app: string): boolean {
    return (this.inUseByApp.get(app) ?? 0) >= this.limitPerApp;
  }

  acquire(app: string): void {
    this.total += 1;
    this.inUseByApp.set(app, (this.inUseByApp.get(app) ?? 0) + 1);
  }

  release(app: string): void {
    this.total -= 1;
    const left = this.inUseByApp.get(app)! - 1;
    if (left > 0) this.inUseByApp.set(app, left);
    else this.inUseByApp.delete(app);
  }
}
