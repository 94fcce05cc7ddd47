import {
  Attribute,
  BigInt,
  type BigIntText,
  Bool,
  Int,
  ShopRow,
  Text,
  Timestamp,
  Uuid,
} from '@storewright/entities';
import { Entity } from 'typeorm';

export const streamStates = ['active', 'paused', 'ended'] as const;
export type StreamState = (typeof streamStates)[number];

/** Position of an installation in the event log of its shop. */
@Entity({ schema: 'shop', name: 'webhook_streams' })
export class WebhookStream extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Uuid()
  app_id: string;

  @Attribute(
    'active: delivering. paused: failing for three days or gone (410). ended: the app was uninstalled.',
    {
      values: streamStates,
    },
  )
  @Text({ default: 'active' })
  state: StreamState;

  @Attribute('Start of the current run of failures.')
  @Timestamp({ nullable: true })
  failing_since: string | null;

  @Attribute('Failed attempts for the next event.')
  @Int({ default: 0 })
  attempts: number;

  @Attribute('Time of the next attempt. null: as soon as an event exists.')
  @Timestamp({ nullable: true })
  next_attempt_at: string | null;

  @Attribute('Sequence up to which all events are delivered or not for this installation.')
  @BigInt()
  last_sequence: BigIntText;

  /** Delivery of the next event, after its first attempt. */
  @Uuid({ nullable: true })
  delivery_id: string | null;

  /** An upcoming loss of events was reported, and no event was delivered since. */
  @Bool({ default: false })
  loss_foretold: boolean;

  /** Worker that holds the lease, and its end. */
  @Int({ nullable: true })
  locked_by: number | null;

  @Timestamp({ nullable: true })
  locked_until: string | null;
}
