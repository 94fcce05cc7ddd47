import { Entity } from 'typeorm';
import { Text, TextArray, Timestamp, CollatedText, IdentifiedRow } from '@storewright/rows';

/** A change of auth data that is not yet in the event log of its shop. */
@Entity({ schema: 'auth', name: 'event_outbox' })
export class OutboxEvent extends IdentifiedRow {
  @CollatedText()
  type: string;

  @CollatedText()
  resource_type: string;

  @CollatedText()
  resource_id: string;

  /** JSON of the resource object as a GET returns it, stored byte for byte. */
  @Text()
  resource: string;

  @TextArray()
  changed: string[];

  @Timestamp()
  occurred_at: string;

  /**
   * Time at which the transfer to the log failed for good. The event waits for the operator, while later
   * events continue.
   */
  @Timestamp({ nullable: true })
  refused_at: string | null;

  /** Trace id of the request that wrote the event, if tracing is on. */
  @Text({ nullable: true })
  traceparent: string | null;
}
