import { Entity } from 'typeorm';
import { Int, Text, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/** Counts the requests of one credential that used a deprecated feature on one UTC day. */
@Entity({ schema: 'auth', name: 'deprecated_requests' })
export class DeprecatedRequest extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** The deprecated route, resource or attribute. */
  @Text({ primary: true })
  feature: string;

  @Uuid({ default: () => 'uuidv7()' })
  id: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Timestamp({ nullable: true })
  sunset_at: string | null;

  @Int()
  requests: number;

  @Timestamp()
  last_request_at: string;
}
