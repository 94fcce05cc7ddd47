import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An unused recovery code. A person can use it once instead of the code of an authenticator app. */
@Entity({ schema: 'auth', name: 'recovery_codes' })
export class RecoveryCode {
  /** SHA-256 of the code. The code is not stored. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
