import {
  Attribute,
  BigInt,
  Bool,
  Bytea,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  CollatedText,
} from '@storewright/entities';
import { Entity } from 'typeorm';

/** A public key with which a person signs in (WebAuthn). */
@Entity({ schema: 'auth', name: 'passkeys' })
export class Passkey {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('Name that the person chose for the passkey.')
  @Text()
  name: string;

  @Attribute('RP ID: domain on which the passkey works, including its subdomains.')
  @CollatedText()
  rp_id: string;

  /** SHA-256 of the credential id. A sign-in finds the passkey by this digest before the person is known. */
  @Bytea()
  digest: Buffer;

  @Bytea()
  credential_id: Buffer;

  /** Public key of the passkey in COSE format. */
  @Bytea()
  public_key: Buffer;

  /** Largest signature counter received. 0 for passkeys without a counter. */
  @BigInt()
  counter: string;

  @TextArray()
  transports: string[];

  @Attribute('Whether the passkey is synchronized between several devices of the person.')
  @Bool()
  backed_up: boolean;

  @Attribute('Time at which the passkey was added.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time of the last sign-in with the passkey. null if the passkey was never used.')
  @Timestamp({ nullable: true })
  last_used_at: string | null;
}
