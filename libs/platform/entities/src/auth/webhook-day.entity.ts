import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/** Counts the webhook deliveries to one app installation whose first attempt was on one UTC day. */
@Entity({ schema: 'auth', name: 'webhook_days' })
export class WebhookDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Start of the UTC day in which the first attempts were made. */
  @Timestamp({ primary: true })
  day: string;

  @Int()
  delivered: number;

  /** Number of webhook deliveries that are pending or being retried. */
  @Int()
  waiting: number;

  @Int()
  failed: number;

  /** Number of successful webhook deliveries in each histogram bucket of `delayStepsMs`. */
  @IntArray()
  delays: number[];
}
