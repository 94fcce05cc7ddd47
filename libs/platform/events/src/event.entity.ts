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
  @Attribute('Its place in the order of the shop’s events, from 1, without gaps.', { isNullable: false })
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Attribute('Greater after each restore of the platform from a backup, when numbers are given again.')
  @BigInt({ default: 1 })
  epoch: BigIntText;

  @Word()
  type: EventType;

  @Attribute('The type of what changed.')
  @Word()
  resource_type: string;

  @Attribute('The id of what changed.')
  @Word()
  resource_id: string;

  @Attribute('Time of the event.')
  @Timestamp()
  occurred_at: string;

  @Attribute('Attributes that an update changed. Empty for other events.')
  @TextArray()
  changed: string[];

  /** The resource object as a GET showed it. */
  @Text()
  resource: JsonText;

  /** The trace that wrote it, where traces are wanted (W3C Trace Context); nobody but its webhooks' receivers is told. */
  @Text({ nullable: true })
  traceparent: string | null;
}
