import { TextArray, Timestamp, Uuid, CollatedText, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'members' })
export class Member extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @CollatedText({ default: 'owner' })
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Custom role of the member. null for other roles, and for staff whose areas were selected individually. */
  @Uuid({ nullable: true })
  role_id: string | null;

  /** Permissions of a member with the role `staff`. null for other roles, which determine the permissions. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /**
   * Time of the member's last request in this shop, accurate to five minutes. null before the first request.
   */
  @Timestamp({ nullable: true })
  last_seen_at: string | null;
}
