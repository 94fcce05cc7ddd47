import { Bytea, Int, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

export type DeviceAuthorizationStatus = 'pending' | 'allowed' | 'denied';

/**
 * A pending device authorization (RFC 8628): a program waits until a person allows its sign-in or confirms
 * its command.
 */
@Entity({ schema: 'auth', name: 'device_authorizations' })
export class DeviceAuthorization {
  @Uuid({ primary: true })
  id: string;

  /** SHA-256 of the device code, with which the program polls for its session. */
  @Bytea()
  digest: Buffer;

  /** SHA-256 of the user code, which the person compares or types. */
  @Bytea()
  user_code_digest: Buffer;

  @Text({ nullable: true })
  device_name: string | null;

  @Text({ nullable: true })
  user_agent: string | null;

  @CollatedText()
  address: string;

  @CollatedText({ default: 'pending' })
  status: DeviceAuthorizationStatus;

  /** Person who allowed the sign-in or confirmed the command, with the session of the person. Otherwise null. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;

  /** Device session whose command the person must confirm, and the person of the session. null for a sign-in. */
  @Uuid({ nullable: true })
  confirmed_session_id: string | null;

  @Uuid({ nullable: true })
  confirmed_owner_id: string | null;

  @Text({ nullable: true })
  command: string | null;

  /** Minimum interval in seconds between polls of the program that waits for its sign-in. */
  @Int()
  poll_seconds: number;

  @Timestamp({ nullable: true })
  polled_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
