import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Requests of one credential on one day (UTC) from one network. */
@Entity({ schema: 'auth', name: 'network_days' })
export class NetworkDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** A /24 of IPv4, a /48 of IPv6, or `other`. */
  @CollatedText({ primary: true })
  network: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  @Int()
  requests: number;
}
