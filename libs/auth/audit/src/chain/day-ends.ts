import type { Link } from './audit-hash';

export interface ClosedDay extends Pick<Link, 'sequence' | 'hash'> {
  day: string;
}

/**
 * Finds the last audit log entry of each day (UTC) before today. If server clocks differ, an entry with an
 * earlier time than its predecessor counts for the predecessor's day.
 */
export class DayEnds {
  private readonly days: ClosedDay[] = [];
  private current: ClosedDay | undefined;

  constructor(private readonly today: string) {}

  add({ sequence, hash }: Link, createdAt: string): void {
    const date = createdAt.slice(0, 10);
    const day = this.current && this.current.day > date ? this.current.day : date;
    if (this.current && this.current.day !== day) this.days.push(this.current);
    this.current = { day, sequence, hash };
  }

  closed(): ClosedDay[] {
    const last = this.current && this.current.day < this.today ? [this.current] : [];
    return [...this.days.filter(({ day }) => day < this.today), ...last];
  }
}
