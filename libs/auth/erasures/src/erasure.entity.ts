import { CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Number of days within which every app must confirm an erasure. SQL functions of the migrations contain the same
 * number.
 */
export const CONFIRM_WITHIN_DAYS = 30;

/**
 * Erasure of the data of a customer, or of the data of a shop that uninstalled an app. The id is also the
 * `webhook-id` of its event.
 */
@Entity({ schema: 'auth', name: 'erasures' })
export class Erasure extends IdentifiedRow {
  @CollatedText()
  subject: 'customer' | 'shop';

  @Uuid({ nullable: true })
  customer_id: string | null;

  /** JSON of the resource object in the webhook. It contains no personal data. */
  @Text()
  resource: string;

  @Timestamp()
  requested_at: string;

  @Timestamp()
  due_at: string;

  /** Time at which the platform had erased its own copies of the data. */
  @Timestamp({ nullable: true })
  cleared_at: string | null;
}
