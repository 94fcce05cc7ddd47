import { CollatedText, Int, ShopRow, Text, Timestamp, Uuid, UuidArray } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Customers whose data one credential read on one day (UTC), by type of resource, as a sample of their ids. */
@Entity({ schema: 'auth', name: 'customer_days' })
export class CustomerDay extends ShopRow {
  @Timestamp({ primary: true })
  day: string;

  @Uuid({ primary: true })
  credential_id: string;

  /** Type of the resource whose objects contained the data, such as `orders`. */
  @CollatedText({ primary: true })
  type: string;

  @Text()
  credential: 'installations' | 'access_tokens';

  /** Each id of the sample stands for 2^level customers. */
  @Int()
  level: number;

  @UuidArray()
  customer_ids: string[];

  /** Number of ids that were removed from the sample because the customers were redacted. */
  @Int({ default: 0 })
  redacted: number;
}
