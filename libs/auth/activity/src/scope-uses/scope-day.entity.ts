import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Number of requests of one credential on one UTC day that required one scope, per HTTP method. */
@Entity({ schema: 'auth', name: 'scope_days' })
export class ScopeDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  @CollatedText({ primary: true })
  scope: string;

  @CollatedText({ primary: true })
  method: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;
}
