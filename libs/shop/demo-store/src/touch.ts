import { timestamp } from './calendar';

/** A row was changed so many times, the last time then. */
export function touch(row: { version: number; updated_at: string }, at: number, changes = 1): void {
  row.version += changes;
  if (at > Date.parse(row.updated_at)) row.updated_at = timestamp(at);
}
