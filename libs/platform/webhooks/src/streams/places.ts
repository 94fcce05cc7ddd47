/**
 * How many streams are delivered at once. An app has a tenth of the places at the most: when its receiver hangs in a thousand shops, nine tenths are
 * still there for the others.
 */
export class Places {
  private readonly taken = new Map<string, number>();
  private readonly perApp: number;
  private all = 0;

  constructor(private readonly size: number) {
    this.perApp = Math.max(1, Math.floor(size / 10));
  }

  get free(): number {
    return Math.max(0, this.size - this.all);
  }
  get used(): number {
    return this.all;
  }

  isFull(app: string): boolean {
    return (this.taken.get(app) ?? 0) >= this.perApp;
  }

  take(app: string): void {
    this.all += 1;
    this.taken.set(app, (this.taken.get(app) ?? 0) + 1);
  }

  giveBack(app: string): void {
    this.all -= 1;
    const left = this.taken.get(app)! - 1;
    if (left > 0) this.taken.set(app, left);
    else this.taken.delete(app);
  }
}
