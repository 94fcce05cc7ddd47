import { Entity } from 'typeorm';
import { Text, TextArray, Timestamp, CollatedText, IdentifiedRow } from '@storewright/rows';

/** An event about a change in the auth database that is not yet in the event log of its shop. */
@Entity({ schema: 'auth', name: 'event_outbox' })
export class OutboxEvent extends IdentifiedRow {
  @CollatedText()
  type: string;

  @CollatedText()
  resource_type: string;

  @CollatedText()
  resource_id: string;

  /** Resource object as JSON text, byte for byte as a GET request returns it. */
  @Text()
  resource: string;

  @TextArray()
  changed: string[];

  @Timestamp()
  occurred_at: string;

  /**
   * Time at which the event log rejected the event as invalid. The operator must handle the event. Later
   * events are copied anyway.
   */
  @Timestamp({ nullable: true })
  refused_at: string | null;

  /** W3C trace context of the request that wrote the event. null if tracing is disabled. */
  @Text({ nullable: true })
  traceparent: string | null;
}
