import { Entity } from 'typeorm';
import { Int, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/** Counts the API requests of one app installation on one UTC day. */
@Entity({ schema: 'auth', name: 'request_days' })
export class RequestDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Timestamp({ primary: true })
  day: string;

  @Int()
  requests: number;

  @Int()
  client_errors: number;

  @Int()
  server_errors: number;
}
