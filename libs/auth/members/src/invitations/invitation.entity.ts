import { Bytea, Text, TextArray, Timestamp, Uuid, CollatedText, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An invitation to a shop. The invitation and its mail have the same id. */
@Entity({ schema: 'auth', name: 'invitations' })
export class Invitation extends IdentifiedRow {
  /** Email address as it was typed. */
  @Text()
  email: string;

  /** Key of the email for comparisons (`emailKey`). */
  @CollatedText()
  email_key: string;

  @CollatedText()
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Custom role of the shop that the invited person gets. */
  @Uuid({ nullable: true })
  role_id: string | null;

  /** Rights of an invited staff member. null for other roles. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @CollatedText({ default: 'pending' })
  status: 'pending' | 'accepted' | 'withdrawn';

  @Uuid()
  invited_by: string;

  /** SHA-256 of the token in the mail. The token is not stored. null until the mail is created. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  @Timestamp({ nullable: true })
  mailed_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
