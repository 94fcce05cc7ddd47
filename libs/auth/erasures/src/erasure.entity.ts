import { CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Number of days in which every app must confirm an erasure. The SQL functions of the migration use it too. */
export const CONFIRM_WITHIN_DAYS = 30;

/**
 * A request to erase the data of a customer, or of a shop that uninstalled an app. The id is also the id of the event
 * (`webhook-id`).
 */
@Entity({ schema: 'auth', name: 'erasures' })
export class Erasure extends IdentifiedRow {
  @CollatedText()
  subject: 'customer' | 'shop';

  @Uuid({ nullable: true })
  customer_id: string | null;

  /** Resource object that the webhook contains, as JSON. It contains no personal data. */
  @Text()
  resource: string;

  @Timestamp()
  requested_at: string;

  @Timestamp()
  due_at: string;

  /** Time at which the platform had cleared its own copies. */
  @Timestamp({ nullable: true })
  cleared_at: string | null;
}
