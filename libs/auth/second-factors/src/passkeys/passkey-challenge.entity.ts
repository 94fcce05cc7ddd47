import { Bytea, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** What a passkey has to sign, once, within a few minutes. */
@Entity({ schema: 'auth', name: 'passkey_challenges' })
export class PasskeyChallenge {
  /** SHA-256 of the challenge. */
  @Bytea({ primary: true })
  digest: Buffer;

  /** Who adds a passkey; null: somebody signs in. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  /** The host that the passkey belongs to. */
  @Word()
  rp_id: string;

  @Timestamp()
  expires_at: string;
}
