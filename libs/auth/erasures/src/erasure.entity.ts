import { CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Number of days in which every app must confirm an erasure. The SQL functions contain the same number. */
export const CONFIRM_WITHIN_DAYS = 30;

/**
 * Erasure of the data of a customer, or of a shop that uninstalled an app. The id is also the `webhook-id` of
 * the event that requests the erasure.
 */
@Entity({ schema: 'auth', name: 'erasures' })
export class Erasure extends IdentifiedRow {
  @CollatedText()
  subject: 'customer' | 'shop';

  @Uuid({ nullable: true })
  customer_id: string | null;

  /** Resource object of the webhook as JSON. It contains no personal data. */
  @Text()
  resource: string;

  @Timestamp()
  requested_at: string;

  @Timestamp()
  due_at: string;

  @Timestamp({ nullable: true })
  cleared_at: string | null;
}
