import { Bytea, Text, TextArray, Timestamp, Uuid, Word, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Somebody is asked into a shop; the id is that of the mail. */
@Entity({ schema: 'auth', name: 'invitations' })
export class Invitation extends IdentifiedRow {
  /** As it was typed. */
  @Text()
  email: string;

  /** The email as it is compared. */
  @Word()
  email_key: string;

  @Word()
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Of the staff; null: what the role says. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Word({ default: 'pending' })
  status: 'pending' | 'accepted' | 'withdrawn';

  @Uuid()
  invited_by: string;

  /** SHA-256 of the token in the mail, which is stored nowhere; none until the mail is made. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  @Timestamp({ nullable: true })
  mailed_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
