import { Attribute, BigInt, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An app that shows a person codes, which sign-ins need once the person has confirmed one. */
@Entity({ schema: 'auth', name: 'totp_devices' })
export class TotpDevice {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** The secret that codes are made of, in base32. */
  @Text()
  sealed: string;

  /** The time step of the last code that was used: this one and those before are good no more. */
  @BigInt({ nullable: true })
  last_step: string | null;

  @Attribute('Since when sign-ins need a code; null until a first code has come.')
  @Timestamp({ nullable: true })
  confirmed_at: string | null;

  @Attribute('When its secret was made.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
