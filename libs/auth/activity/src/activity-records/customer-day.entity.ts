import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid, UuidArray } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A sample of the customers whose data one credential read on one day (UTC) through one resource type. */
@Entity({ schema: 'auth', name: 'customer_days' })
export class CustomerDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** Resource type whose objects contained the customer data, such as `orders`. */
  @CollatedText({ primary: true })
  type: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  /** Sampling level: every customer id in the sample represents 2^level customers. */
  @Int()
  level: number;

  @UuidArray()
  customer_ids: string[];

  /** Number of customer ids that were removed from the sample because the customer data was erased. */
  @Int({ default: 0 })
  redacted: number;
}
