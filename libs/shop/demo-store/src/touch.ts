import { timestamp } from './calendar';

/** Sets version and update time of a demo row as if the row had been updated `changes` times. */
export function touch(row: { version: number; updated_at: string }, at: number, changes = 1): void {
  row.version += changes;
  if (at > Date.parse(row.updated_at)) row.updated_at = timestamp(at);
}
