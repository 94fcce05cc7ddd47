import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'recovery_codes' })
export class RecoveryCode {
  /** SHA-256 of the recovery code. The code itself is not stored. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
