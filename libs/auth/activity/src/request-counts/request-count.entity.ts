import { Int, Text, Timestamp, Uuid, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Requests of one credential in one hour. */
@Entity({ schema: 'auth', name: 'request_counts' })
export class RequestCount extends ShopRow {
  /** Start of the hour in which the requests were counted. */
  @Timestamp({ primary: true })
  hour: string;

  @Uuid({ primary: true })
  credential_id: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;

  /** Number of responses with a status 4xx. */
  @Int()
  client_errors: number;

  /** Number of responses with a status 5xx. */
  @Int()
  server_errors: number;
}
