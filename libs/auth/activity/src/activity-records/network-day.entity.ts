import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'network_days' })
export class NetworkDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** Network of the client: an IPv4 /24, an IPv6 /48, or `other`. */
  @CollatedText({ primary: true })
  network: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;
}
