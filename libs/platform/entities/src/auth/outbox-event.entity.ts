import { Entity } from 'typeorm';
import { Text, TextArray, Timestamp, Word } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** A change of auth data that waits to be carried over to the event log of its shop. */
@Entity({ schema: 'auth', name: 'event_outbox' })
export class OutboxEvent extends IdentifiedRow {
  @Word()
  type: string;

  @Word()
  resource_type: string;

  @Word()
  resource_id: string;

  /** The resource object as a GET shows it: JSON, kept byte for byte. */
  @Text()
  resource: string;

  @TextArray()
  changed: string[];

  @Timestamp()
  occurred_at: string;

  /** It cannot be carried over: it waits for the operator, and the others go on. */
  @Timestamp({ nullable: true })
  refused_at: string | null;

  /** The trace that wrote it, where traces are wanted. */
  @Text({ nullable: true })
  traceparent: string | null;
}
