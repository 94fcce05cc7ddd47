import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/**
 * Upper bounds of the steps of delivery delays in milliseconds. The first step is below 100 ms, the last step
 * is 12 hours or more.
 */
export const delayStepsMs = [
  ...[100, 250, 500, 1_000, 2_000, 5_000, 15_000],
  ...[60_000, 300_000, 1_800_000, 7_200_000, 43_200_000, 2_592_000_000],
] as const;

/** Deliveries to one installation whose first attempt was in one hour. */
@Entity({ schema: 'auth', name: 'webhook_counts' })
export class WebhookCount extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Start of the hour of the first attempts. */
  @Timestamp({ primary: true })
  hour: string;

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
