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

@Entity({ schema: 'auth', name: 'passkeys' })
export class Passkey {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('Name that the person chose for the passkey.')
  @Text()
  name: string;

  @Attribute('Domain (RP ID) on which the passkey works, including subdomains.')
  @CollatedText()
  rp_id: string;

  /**
   * SHA-256 of the passkey's credential id. A sign-in finds the passkey by this digest, because the person is
   * not known yet.
   */
  @Bytea()
  digest: Buffer;

  @Bytea()
  credential_id: Buffer;

  @Bytea()
  public_key: Buffer;

  /** Largest signature counter received from the passkey. 0 for a passkey without a counter. */
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
