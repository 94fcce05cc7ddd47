import { timestamp } from './calendar';

/** Sets version and update time of a demo row, as after `changes` updates. */
export function touch(row: { version: number; updated_at: string }, at: number, changes = 1): void {
  row.version += changes;
  if (at > Date.parse(row.updated_at)) row.updated_at = timestamp(at);
}
