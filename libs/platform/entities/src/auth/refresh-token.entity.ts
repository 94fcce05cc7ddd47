import { Bytea, IdentifiedRow, Timestamp, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/** A refresh token of an agent. It stays until it expires, so that its reuse is detected. */
@Entity({ schema: 'auth', name: 'refresh_tokens' })
export class RefreshToken extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  /** Id of the first access token after the consent. All tokens that follow it have the same family. */
  @Uuid()
  family_id: string;

  /** Access token that was issued together with this refresh token. */
  @Uuid()
  oauth_token_id: string;

  /** Refresh token that replaced this one. null if this refresh token was not used. */
  @Uuid({ nullable: true })
  successor_id: string | null;

  /** SHA-256 of the token. The token is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
