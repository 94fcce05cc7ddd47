import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid } from '../columns';
import { ShopRow } from '../shop-row';

/** The deliveries to one installation that began on one day (UTC): the sum of its hours. */
@Entity({ schema: 'auth', name: 'webhook_days' })
export class WebhookDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Its beginning. */
  @Timestamp({ primary: true })
  day: string;

  @Int()
  delivered: number;

  /** Asked for, or retried. */
  @Int()
  waiting: number;

  @Int()
  failed: number;

  /** As those of an hour. */
  @IntArray()
  delays: number[];
}
