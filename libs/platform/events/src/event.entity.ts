import {
  Attribute,
  BigInt,
  type BigIntText,
  IdentifiedRow,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  CollatedText,
} from '@storewright/entities';
import type { EventType } from '@storewright/scopes';
import { Entity } from 'typeorm';

/** An event. Without a sequence it waits in the outbox, with a sequence it is in the log. */
@Entity({ schema: 'shop', name: 'events' })
export class Event extends IdentifiedRow {
  @Attribute('Position in the log of the shop, from 1, without gaps.', { isNullable: false })
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Attribute(
    'Increases with each restore of the platform from a backup, because sequence numbers repeat then.',
  )
  @BigInt({ default: 1 })
  epoch: BigIntText;

  @CollatedText()
  type: EventType;

  @Attribute('Type of the changed resource.')
  @CollatedText()
  resource_type: string;

  @Attribute('Id of the changed resource.')
  @CollatedText()
  resource_id: string;

  @Attribute('Time of the event.')
  @Timestamp()
  occurred_at: string;

  @Attribute('Attributes that an update changed. Empty for other events.')
  @TextArray()
  changed: string[];

  /** Resource object as a GET returned it. */
  @Text()
  resource: JsonText;

  /** W3C trace context of the write, if tracing is on. Only webhook receivers see it. */
  @Text({ nullable: true })
  traceparent: string | null;
}
