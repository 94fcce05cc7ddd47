import { TextArray, Timestamp, Uuid, CollatedText, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Membership of a person in a shop. */
@Entity({ schema: 'auth', name: 'members' })
export class Member extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @CollatedText({ default: 'owner' })
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Custom role of the shop. null for members whose areas were selected, and for other roles. */
  @Uuid({ nullable: true })
  role_id: string | null;

  /** Rights of a member with the role `staff`. null for other roles, whose rights follow from the role. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /** Time of the last request for this shop, accurate to five minutes. null before the first request. */
  @Timestamp({ nullable: true })
  last_seen_at: string | null;
}
