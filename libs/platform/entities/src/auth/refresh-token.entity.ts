import { Bytea, IdentifiedRow, Timestamp, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/**
 * A refresh token of an agent. The platform keeps a used refresh token until it expires, so that a second use
 * is detected.
 */
@Entity({ schema: 'auth', name: 'refresh_tokens' })
export class RefreshToken extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  /**
   * Id of the first access token after the consent. All later tokens of the agent belong to the same token
   * family.
   */
  @Uuid()
  family_id: string;

  @Uuid()
  oauth_token_id: string;

  /** Id of the refresh token that replaced this refresh token. null while this refresh token is unused. */
  @Uuid({ nullable: true })
  successor_id: string | null;

  /** SHA-256 of the refresh token. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;
}
