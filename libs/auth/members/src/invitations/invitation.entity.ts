import { Bytea, Text, TextArray, Timestamp, Uuid, CollatedText, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An invitation to become a member of a shop. Its mail has the same id. */
@Entity({ schema: 'auth', name: 'invitations' })
export class Invitation extends IdentifiedRow {
  /** Email address of the invited person as it was typed. */
  @Text()
  email: string;

  /** Normalized form of the email address for lookups and uniqueness; see `emailKey`. */
  @CollatedText()
  email_key: string;

  @CollatedText()
  role: 'owner' | 'administrator' | 'staff' | 'read_only';

  /** Id of the custom role that the invited person gets. */
  @Uuid({ nullable: true })
  role_id: string | null;

  /** Permissions that an invited staff member gets. null for other roles. */
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @CollatedText({ default: 'pending' })
  status: 'pending' | 'accepted' | 'withdrawn';

  @Uuid()
  invited_by: string;

  /** SHA-256 of the token in the invitation link. The token itself is not stored. null until the mail is created. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  @Timestamp({ nullable: true })
  mailed_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
