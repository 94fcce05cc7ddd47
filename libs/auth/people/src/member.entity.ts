import { TextArray, Timestamp, Uuid, CollatedText, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Membership of a person in a shop. */
@Entity({ schema: 'auth', name: 'members' })
export class Member extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @CollatedText({ default: 'owner' })
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Rights of a member with the role `staff`. null for other roles, whose rights follow from the role. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
