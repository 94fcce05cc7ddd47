import { Bytea, IdentifiedRow, Text, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';
import { Attribute } from '../attribute';

/**
 * A canary token, which looks like an access token but grants no access. A request with a canary token raises
 * an alert.
 */
@Entity({ schema: 'auth', name: 'canary_tokens' })
export class CanaryToken extends IdentifiedRow {
  @Attribute('Name that tells the owners where the token is hidden.')
  @Text()
  name: string;

  /** SHA-256 of the canary token. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @Attribute('Last four characters of the canary token.')
  @Text()
  last_four: string;

  @Attribute('Time at which the token was created.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time of the last recorded use of the canary token. null if it was never used.')
  @Timestamp({ nullable: true })
  last_used_at: string | null;

  /** Time of the last alert about this canary token. The platform sends at most one alert per hour. */
  @Timestamp({ nullable: true })
  alerted_at: string | null;
}
