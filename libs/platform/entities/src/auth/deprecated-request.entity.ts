import { Entity } from 'typeorm';
import { Int, Text, Timestamp, Uuid } from '../columns';
import { ShopRow } from '../shop-row';

/** The requests of one credential on one day that used something deprecated. */
@Entity({ schema: 'auth', name: 'deprecated_requests' })
export class DeprecatedRequest extends ShopRow {
  /** Its beginning. */
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** A route, a resource or an attribute. */
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
