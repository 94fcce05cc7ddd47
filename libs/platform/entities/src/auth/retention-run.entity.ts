import { Entity } from 'typeorm';
import { Timestamp, CollatedText } from '@storewright/rows';

/** Progress of the job that deletes expired rows. */
@Entity({ schema: 'auth', name: 'retention_runs' })
export class RetentionRun {
  @CollatedText({ primary: true })
  data: string;

  @Timestamp({ default: () => 'now()' })
  reached: string;

  @Timestamp({ default: () => 'now()' })
  seen: string;
}
