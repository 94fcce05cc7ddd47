import { Entity } from 'typeorm';
import { Int, IntArray, Timestamp, Uuid, ShopRow } from '@storewright/rows';

/**
 * Counts webhook deliveries to one app installation, grouped by the UTC day of the first delivery attempt.
 */
@Entity({ schema: 'auth', name: 'webhook_days' })
export class WebhookDay extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Timestamp({ primary: true })
  day: string;

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
