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

/** Webhook stream: the position of an app installation in the event log of its shop. */
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

  @Attribute(
    'Time of the first failed attempt since the last successful one. null if the last attempt succeeded.',
  )
  @Timestamp({ nullable: true })
  failing_since: string | null;

  @Attribute('Number of failed attempts to deliver the next event.')
  @Int({ default: 0 })
  attempts: number;

  @Attribute('Time of the next delivery attempt. null means that the next event is sent immediately.')
  @Timestamp({ nullable: true })
  next_attempt_at: string | null;

  @Attribute(
    'Sequence number up to which all events are delivered, skipped or not meant for this installation.',
  )
  @BigInt()
  last_sequence: BigIntText;

  /** Id of the delivery of the next event. null before its first attempt. */
  @Uuid({ nullable: true })
  delivery_id: string | null;

  /**
   * True if the worker has warned that undelivered events will soon be deleted from the event log. The next
   * successful delivery resets the value to false.
   */
  @Bool({ default: false })
  loss_foretold: boolean;

  /** Id of the worker that has leased the webhook stream until `locked_until`. */
  @Int({ nullable: true })
  locked_by: number | null;

  @Timestamp({ nullable: true })
  locked_until: string | null;
}
