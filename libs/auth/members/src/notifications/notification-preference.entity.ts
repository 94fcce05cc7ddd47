import { Bool, CollatedText, ShopRow, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * The choice of a member about one kind of notification. Members without a row have the default of the kind.
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

  /** Time of the last mail of this kind, which limits the mails to one per hour. */
  @Timestamp({ nullable: true })
  mailed_at: string | null;
}
