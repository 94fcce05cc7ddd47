import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid, UuidArray } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'customer_days' })
export class CustomerDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  @CollatedText({ primary: true })
  type: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  /** Sampling level of customer ids: each id in the sample stands for 2^level customers. */
  @Int()
  level: number;

  @UuidArray()
  customer_ids: string[];

  /** Number of customer ids that were removed from the sample because the customers' data was erased. */
  @Int({ default: 0 })
  redacted: number;
}
