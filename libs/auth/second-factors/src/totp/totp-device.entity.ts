import { Attribute, BigInt, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * The authenticator app of a person. Sign-ins require a code after the person has confirmed the app with a
 * first code.
 */
@Entity({ schema: 'auth', name: 'totp_devices' })
export class TotpDevice {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** Encrypted TOTP secret in base32. */
  @Text()
  sealed: string;

  /** Time step of the last used TOTP code. Codes of this and earlier time steps are rejected. */
  @BigInt({ nullable: true })
  last_step: string | null;

  @Attribute(
    'Time since which sign-ins require a code of the authenticator app. null until a first code is confirmed.',
  )
  @Timestamp({ nullable: true })
  confirmed_at: string | null;

  @Attribute('Time at which the secret of the authenticator app was created.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
