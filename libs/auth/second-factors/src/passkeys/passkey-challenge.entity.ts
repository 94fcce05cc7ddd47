import { Bytea, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A WebAuthn challenge that a passkey must sign within a few minutes. A challenge is valid once. */
@Entity({ schema: 'auth', name: 'passkey_challenges' })
export class PasskeyChallenge {
  @Bytea({ primary: true })
  digest: Buffer;

  /** Person who registers a passkey. null for a sign-in. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  @CollatedText()
  rp_id: string;

  @Timestamp()
  expires_at: string;
}
