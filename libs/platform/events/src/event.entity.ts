import {
  Attribute,
  BigInt,
  type BigIntText,
  IdentifiedRow,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  CollatedText,
} from '@storewright/entities';
import type { EventType } from '@storewright/scopes';
import { Entity } from 'typeorm';
import type { Actor } from './actor';

/**
 * An event of a shop. An event without a sequence number is in the outbox. An event with a sequence number is
 * in the event log.
 */
@Entity({ schema: 'shop', name: 'events' })
export class Event extends IdentifiedRow {
  @Attribute('Sequence number in the event log of the shop. Starts at 1 and has no gaps.', {
    isNullable: false,
  })
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Attribute(
    'Epoch of the sequence number. It increases with each restore of the platform from a backup, ' +
      'because sequence numbers then repeat.',
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

  @Attribute('Names of the attributes that an update changed. Empty for all other events.')
  @TextArray()
  changed: string[];

  @Attribute(
    'Type of the author of the change: app, access_token or person. null if the author is unknown.',
    {
      values: ['app', 'access_token', 'person'],
    },
  )
  @CollatedText({ nullable: true })
  actor_type: Actor['type'] | null;

  @Attribute(
    'Id of the app, the access token or the person who made the change. null if the author is unknown.',
  )
  @Uuid({ nullable: true })
  actor_id: string | null;

  @Attribute('Name of the author at the time of the change. null if the author is unknown.')
  @Text({ nullable: true })
  actor_name: string | null;

  /** Resource object as a GET request returned it at the time of the event. */
  @Text()
  resource: JsonText;

  /**
   * W3C trace context of the request that wrote the event. Only webhooks contain it. null if tracing is
   * disabled.
   */
  @Text({ nullable: true })
  traceparent: string | null;
}
