import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A single-use link that sets a new password. */
@Entity({ schema: 'auth', name: 'password_resets' })
export class PasswordReset {
  /** Id of the reset and of its mail. A repeated attempt to send the mail replaces the link. */
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token in the link. The token is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
