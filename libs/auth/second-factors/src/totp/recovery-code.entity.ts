import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** What signs in once in place of a code; a used one is deleted. */
@Entity({ schema: 'auth', name: 'recovery_codes' })
export class RecoveryCode {
  /** SHA-256 of the code, which is stored nowhere. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
