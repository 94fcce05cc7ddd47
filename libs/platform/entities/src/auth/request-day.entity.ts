import { Entity } from 'typeorm';
import { Int, Timestamp, Uuid } from '../columns';
import { ShopRow } from '../shop-row';

/** The requests of one installation on one day (UTC): the sum of its hours. */
@Entity({ schema: 'auth', name: 'request_days' })
export class RequestDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Its beginning. */
  @Timestamp({ primary: true })
  day: string;

  @Int()
  requests: number;

  /** Answered 4xx. */
  @Int()
  client_errors: number;

  /** Answered 5xx. */
  @Int()
  server_errors: number;
}
