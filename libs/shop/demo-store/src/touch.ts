import { timestamp } from './calendar';

/** Sets the version and the update time of a demo row as if `changes` updates had been made. */
export function touch(row: { version: number; updated_at: string }, at: number, changes = 1): void {
  row.version += changes;
  if (at > Date.parse(row.updated_at)) row.updated_at = timestamp(at);
}
