import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/**
 * Upper bounds of the histogram buckets for webhook delivery delays, in milliseconds. The first bucket is
 * below 100 ms, the last bucket starts at 12 hours.
 */
export const delayStepsMs = [
  ...[100, 250, 500, 1_000, 2_000, 5_000, 15_000],
  ...[60_000, 300_000, 1_800_000, 7_200_000, 43_200_000, 2_592_000_000],
] as const;

/** Counts webhook deliveries to one app installation, grouped by the hour of the first delivery attempt. */
@Entity({ schema: 'auth', name: 'webhook_counts' })
export class WebhookCount extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Timestamp({ primary: true })
  hour: string;

  @Int()
  delivered: number;

  /** Number of webhook deliveries that are pending or in retry. */
  @Int()
  waiting: number;

  @Int()
  failed: number;

  /** Number of successful webhook deliveries in each histogram bucket of `delayStepsMs`. */
  @IntArray()
  delays: number[];
}
