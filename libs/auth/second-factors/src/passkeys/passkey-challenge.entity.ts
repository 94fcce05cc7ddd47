import { Bytea, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A challenge that a passkey must sign once, within a few minutes. */
@Entity({ schema: 'auth', name: 'passkey_challenges' })
export class PasskeyChallenge {
  /** SHA-256 of the passkey challenge. */
  @Bytea({ primary: true })
  digest: Buffer;

  /** The person who registers a passkey. null if the challenge is for a sign-in. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  /** RP ID (domain) for which the challenge was issued. */
  @CollatedText()
  rp_id: string;

  @Timestamp()
  expires_at: string;
}
