import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid } from '../columns';
import { ShopRow } from '../shop-row';

/** Steps of how late deliveries were, in ms: of the first are those that took less than 100, of the last those that took 12 hours or more. */
export const delayStepsMs = [
  ...[100, 250, 500, 1_000, 2_000, 5_000, 15_000],
  ...[60_000, 300_000, 1_800_000, 7_200_000, 43_200_000, 2_592_000_000],
] as const;

/** The deliveries to one installation that began in one hour. */
@Entity({ schema: 'auth', name: 'webhook_counts' })
export class WebhookCount extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  /** Its beginning. */
  @Timestamp({ primary: true })
  hour: string;

  @Int()
  delivered: number;

  /** Asked for, or retried. */
  @Int()
  waiting: number;

  @Int()
  failed: number;

  /** Of those that were delivered: how many took less than each of `delayStepsMs`, and not less than the one before. */
  @IntArray()
  delays: number[];
}
