import { Int, Text, Timestamp, Uuid, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'request_counts' })
export class RequestCount extends ShopRow {
  @Timestamp({ primary: true })
  hour: string;

  @Uuid({ primary: true })
  credential_id: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;

  @Int()
  client_errors: number;

  @Int()
  server_errors: number;
}
