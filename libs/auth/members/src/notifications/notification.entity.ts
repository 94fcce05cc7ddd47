import { CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'notifications' })
export class Notification extends IdentifiedRow {
  @Uuid()
  owner_id: string;

  @CollatedText()
  kind: string;

  @Uuid({ nullable: true })
  installation_id: string | null;

  /** App name at the time of the notification. */
  @Text({ nullable: true })
  app_name: string | null;

  /** Resource type of the object, such as `orders`. null for a notification about an app. */
  @CollatedText({ nullable: true })
  subject_type: string | null;

  @Uuid({ nullable: true })
  subject_id: string | null;

  /** Object name at the time of the notification. */
  @Text({ nullable: true })
  subject_name: string | null;

  @Timestamp({ nullable: true })
  read_at: string | null;

  @Timestamp({ default: () => 'clock_timestamp()' })
  created_at: string;
}
