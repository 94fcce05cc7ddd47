import { Entity } from 'typeorm';
import { BigInt, Int, CollatedText } from '@storewright/rows';

@Entity({ schema: 'auth', name: 'rate_limits' })
export class RateLimit {
  /**
   * Key of a rate limit counter: name of the service, name of the limit, and the person, network or
   * credential whose requests are counted.
   */
  @CollatedText({ primary: true })
  key: string;

  @Int()
  points: number;

  /** Time at which the counter is reset, in milliseconds since 1970. */
  @BigInt({ nullable: true })
  expire: string | null;
}
