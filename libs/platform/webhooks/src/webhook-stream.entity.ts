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

/** Where an installation stands in its shop's log. */
@Entity({ schema: 'shop', name: 'webhook_streams' })
export class WebhookStream extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Uuid()
  app_id: string;

  @Attribute('active; paused after three days of nothing but failures; ended with the installation.', {
    values: streamStates,
  })
  @Text({ default: 'active' })
  state: StreamState;

  @Attribute('When the unbroken row of failures began.')
  @Timestamp({ nullable: true })
  failing_since: string | null;

  @Attribute('Failed ones of the event that is next.')
  @Int({ default: 0 })
  attempts: number;

  @Attribute('When it is tried again; null: as soon as there is an event.')
  @Timestamp({ nullable: true })
  next_attempt_at: string | null;

  @Attribute('Everything up to here is delivered, or for others.')
  @BigInt()
  last_sequence: BigIntText;

  /** The delivery of the next event, once it was tried. */
  @Uuid({ nullable: true })
  delivery_id: string | null;

  /** Somebody was told that events will be lost, and none was delivered since. */
  @Bool({ default: false })
  loss_foretold: boolean;

  /** The worker that has it, and until when. */
  @Int({ nullable: true })
  locked_by: number | null;

  @Timestamp({ nullable: true })
  locked_until: string | null;
}
