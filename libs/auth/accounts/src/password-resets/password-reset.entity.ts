import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A link that sets a new password, once. */
@Entity({ schema: 'auth', name: 'password_resets' })
export class PasswordReset {
  /** That of the mail with the link: sent again, it has another link in place of this one. */
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token in the link, which is stored nowhere. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
