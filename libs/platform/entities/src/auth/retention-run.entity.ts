import { Entity } from 'typeorm';
import { Timestamp, Word } from '../columns';

/** How far the deletion of outdated rows has advanced, and when it last ran. */
@Entity({ schema: 'auth', name: 'retention_runs' })
export class RetentionRun {
  /** `auth` or `shop`. */
  @Word({ primary: true })
  data: string;

  @Timestamp()
  reached: string;

  @Timestamp()
  seen: string;
}
