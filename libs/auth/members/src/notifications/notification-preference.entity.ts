import { Bool, CollatedText, ShopRow, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * The preference of a member for one kind of notification. Without a stored preference, the default of the
 * kind applies.
 */
@Entity({ schema: 'auth', name: 'notification_preferences' })
export class NotificationPreference extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @CollatedText({ primary: true })
  kind: string;

  @Bool()
  in_panel: boolean;

  @Bool()
  by_mail: boolean;

  /** Time of the last email about this kind of notification, which limits these emails to one per hour. */
  @Timestamp({ nullable: true })
  mailed_at: string | null;
}
