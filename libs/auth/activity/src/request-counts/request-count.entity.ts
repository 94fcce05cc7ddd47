import { Int, Text, Timestamp, Uuid, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** The requests of one credential in one hour. */
@Entity({ schema: 'auth', name: 'request_counts' })
export class RequestCount extends ShopRow {
  /** Its beginning. */
  @Timestamp({ primary: true })
  hour: string;

  @Uuid({ primary: true })
  credential_id: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;

  /** Answered 4xx. */
  @Int()
  client_errors: number;

  /** Answered 5xx. */
  @Int()
  server_errors: number;
}
