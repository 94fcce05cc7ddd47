import { TextArray, Timestamp, Uuid, Word, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Who may do what in a shop. */
@Entity({ schema: 'auth', name: 'members' })
export class Member extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @Word({ default: 'owner' })
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** What somebody of the staff may do; null: what the role says. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
