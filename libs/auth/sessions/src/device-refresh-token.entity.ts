import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A refresh token of a device session. Used refresh tokens stay stored until the session ends, so that their
 * reuse is detected.
 */
@Entity({ schema: 'auth', name: 'device_refresh_tokens' })
export class DeviceRefreshToken {
  /** SHA-256 of the refresh token. The token itself is not stored. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  session_id: string;

  @Uuid()
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  /** Time at which the next refresh token replaced this refresh token. null for the current refresh token. */
  @Timestamp({ nullable: true })
  rotated_at: string | null;
}
