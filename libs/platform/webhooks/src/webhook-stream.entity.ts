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

  @Attribute()
  @Text({ default: 'active' })
  state: StreamState;

  /** When the unbroken row of failures began. */
  @Attribute()
  @Timestamp({ nullable: true })
  failing_since: string | null;

  /** Failed ones of the event that is next. */
  @Attribute()
  @Int({ default: 0 })
  attempts: number;

  /** null: as soon as there is an event. */
  @Attribute()
  @Timestamp({ nullable: true })
  next_attempt_at: string | null;

  /** Delivered or passed over up to here. */
  @Attribute()
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
