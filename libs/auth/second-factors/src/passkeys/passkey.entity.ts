import {
  Attribute,
  BigInt,
  Bool,
  Bytea,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  Word,
} from '@storewright/entities';
import { Entity } from 'typeorm';

/** A public key with which a person signs in (WebAuthn). */
@Entity({ schema: 'auth', name: 'passkeys' })
export class Passkey {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('What the person calls it.')
  @Text()
  name: string;

  @Attribute('The host that it belongs to: it signs in at this one and those below it.')
  @Word()
  rp_id: string;

  /** By which it is found before it is known whose it is: SHA-256 of the id of the credential. */
  @Bytea()
  digest: Buffer;

  @Bytea()
  credential_id: Buffer;

  /** As COSE has it. */
  @Bytea()
  public_key: Buffer;

  /** The largest that has come; 0 of those that do not count. */
  @BigInt()
  counter: string;

  @TextArray()
  transports: string[];

  @Attribute('Whether it is kept on several devices of the person.')
  @Bool()
  backed_up: boolean;

  @Attribute('When it was added.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('When somebody last signed in with it.')
  @Timestamp({ nullable: true })
  last_used_at: string | null;
}
