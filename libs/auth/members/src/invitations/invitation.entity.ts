import { Bytea, Text, TextArray, Timestamp, Uuid, CollatedText, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'invitations' })
export class Invitation extends IdentifiedRow {
  /** Email address of the invited person, as the inviting person entered it. */
  @Text()
  email: string;

  /** Normalized form of the invited email address for lookups and uniqueness; see `emailKey`. */
  @CollatedText()
  email_key: string;

  @CollatedText()
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  @Uuid({ nullable: true })
  role_id: string | null;

  /** Permissions of an invited staff member. null for invitations to other roles. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @CollatedText({ default: 'pending' })
  status: 'pending' | 'accepted' | 'withdrawn';

  @Uuid()
  invited_by: string;

  /** SHA-256 of the token in the invitation link. null until the email is created. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  @Timestamp({ nullable: true })
  mailed_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
