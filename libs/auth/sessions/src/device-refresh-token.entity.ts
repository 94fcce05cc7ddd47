import { Bytea, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A refresh token of a device. It stays as long as the session, so that its reuse is detected. */
@Entity({ schema: 'auth', name: 'device_refresh_tokens' })
export class DeviceRefreshToken {
  /** SHA-256 of the token. The token is not stored. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  session_id: string;

  @Uuid()
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  /** Time at which another refresh token replaced this one. null for the current refresh token. */
  @Timestamp({ nullable: true })
  rotated_at: string | null;
}
