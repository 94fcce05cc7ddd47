import { CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A notification of one member about an app of the shop. */
@Entity({ schema: 'auth', name: 'notifications' })
export class Notification extends IdentifiedRow {
  /** Id of the person who gets the notification. */
  @Uuid()
  owner_id: string;

  @CollatedText()
  kind: string;

  @Uuid()
  installation_id: string;

  /** Name of the app at the time of the notification. */
  @Text()
  app_name: string;

  /** Time at which the person read the notification. null if it is unread. */
  @Timestamp({ nullable: true })
  read_at: string | null;

  @Timestamp({ default: () => 'clock_timestamp()' })
  created_at: string;
}
