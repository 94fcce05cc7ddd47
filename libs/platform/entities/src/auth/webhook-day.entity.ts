import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/** Deliveries to one installation whose first attempt was on one UTC day. */
@Entity({ schema: 'auth', name: 'webhook_days' })
export class WebhookDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Start of the UTC day of the first attempts. */
  @Timestamp({ primary: true })
  day: string;

  @Int()
  delivered: number;

  /** Number of deliveries that are pending or being retried. */
  @Int()
  waiting: number;

  @Int()
  failed: number;

  /** Number of successful deliveries per step of `delayStepsMs`. */
  @IntArray()
  delays: number[];
}
