import {
  BigInt,
  type BigIntText,
  IdentifiedRow,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  Word,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import type { EventType } from '@storewright/scopes';

/** What happened, as it is told: in the outbox until it has its number in the shop's order, in the log after. */
@Entity({ schema: 'shop', name: 'events' })
export class Event extends IdentifiedRow {
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Word()
  type: EventType;

  @Word()
  resource_type: string;

  @Word()
  resource_id: string;

  @Text()
  resource: JsonText;

  @TextArray()
  changed: string[];

  @Timestamp()
  occurred_at: string;
}
