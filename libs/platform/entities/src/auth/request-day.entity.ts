import { Entity } from 'typeorm';
import { Int, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/** Requests of one installation on one UTC day. */
@Entity({ schema: 'auth', name: 'request_days' })
export class RequestDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Start of the counted day in UTC. */
  @Timestamp({ primary: true })
  day: string;

  @Int()
  requests: number;

  /** Number of responses with a status 4xx. */
  @Int()
  client_errors: number;

  /** Number of responses with a status 5xx. */
  @Int()
  server_errors: number;
}
