import { Bytea, Int, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

export type DeviceAuthorizationStatus = 'pending' | 'allowed' | 'denied';

/** A program that waits for a person to let it in, once, within minutes (RFC 8628). */
@Entity({ schema: 'auth', name: 'device_authorizations' })
export class DeviceAuthorization {
  @Uuid({ primary: true })
  id: string;

  /** SHA-256 of the device code, with which the program asks for its session. */
  @Bytea()
  digest: Buffer;

  /** SHA-256 of the code that the person compares. */
  @Bytea()
  user_code_digest: Buffer;

  /** What the program calls its machine. */
  @Text({ nullable: true })
  device_name: string | null;

  /** The User-Agent header of the program. */
  @Text({ nullable: true })
  user_agent: string | null;

  /** From where it asks. */
  @Word()
  address: string;

  @Word({ default: 'pending' })
  status: DeviceAuthorizationStatus;

  /** Who has allowed it, and in which session. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;

  /** The program asks at most once in so many seconds. */
  @Int()
  poll_seconds: number;

  @Timestamp({ nullable: true })
  polled_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
