import {
  Attribute,
  BigInt,
  type BigIntText,
  IdentifiedRow,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  Word,
} from '@storewright/entities';
import type { EventType } from '@storewright/scopes';
import { Entity } from 'typeorm';

/** What happened, as it is told: in the outbox until it has its number in the shop's order, in the log after. */
@Entity({ schema: 'shop', name: 'events' })
export class Event extends IdentifiedRow {
  /** Its place in the shop's order; null: it is in the outbox. */
  @Attribute()
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  /** Of the log when it got its number. */
  @Attribute()
  @BigInt({ default: 1 })
  epoch: BigIntText;

  @Word()
  type: EventType;

  @Attribute()
  @Word()
  resource_type: string;

  @Attribute()
  @Word()
  resource_id: string;

  @Attribute()
  @Timestamp()
  occurred_at: string;

  /** Names of what changed. */
  @Attribute()
  @TextArray()
  changed: string[];

  /** The resource object as a GET showed it. */
  @Text()
  resource: JsonText;

  /** The trace that wrote it, where traces are wanted (W3C Trace Context); nobody but its webhooks' receivers is told. */
  @Text({ nullable: true })
  traceparent: string | null;
}
