import { Entity } from 'typeorm';
import { BigInt, Int, Word } from '../columns';

/** What was counted under a key until now. */
@Entity({ schema: 'auth', name: 'rate_limits' })
export class RateLimit {
  /** Whose limit: a service, a rule of it, and whom it counts. */
  @Word({ primary: true })
  key: string;

  @Int()
  points: number;

  /** When it is counted anew, in ms since 1970. */
  @BigInt({ nullable: true })
  expire: string | null;
}
