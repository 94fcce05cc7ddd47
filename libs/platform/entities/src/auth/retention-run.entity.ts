import { Entity } from 'typeorm';
import { Timestamp, CollatedText } from '@storewright/rows';

/** Progress of the deletion of outdated rows, and the time of its last run. */
@Entity({ schema: 'auth', name: 'retention_runs' })
export class RetentionRun {
  /** Name of the database whose rows are deleted: `auth` or `shop`. */
  @CollatedText({ primary: true })
  data: string;

  @Timestamp({ default: () => 'now()' })
  reached: string;

  @Timestamp({ default: () => 'now()' })
  seen: string;
}
