import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'password_resets' })
export class PasswordReset {
  /** Id of the password reset and of its email. Sending the email again replaces the link. */
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token in the password reset link. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
