import { Entity } from 'typeorm';
import { Bool, Bytea, Int, Text, TextArray, Timestamp, Uuid, IdentifiedRow } from '@storewright/rows';

/** A token with which an app accesses the API of a shop. */
@Entity({ schema: 'auth', name: 'oauth_tokens' })
export class OAuthToken extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Uuid()
  app_id: string;

  @Text()
  status: 'pending' | 'active' | 'revoked' | 'superseded';

  /** True while a member of the shop suspends the app. Copy of the flag of the installation. */
  @Bool({ default: false })
  suspended: boolean;

  /** Copy of the networks of the installation. null if the networks of the app apply. */
  @TextArray({ nullable: true })
  allowed_networks: string[] | null;

  @TextArray()
  scopes: string[];

  /** Scopes whose writes a member of the shop must approve. Copy of the list of the installation. */
  @TextArray({ default: [] })
  ask_scopes: string[];

  /** Maximum number of requests of the installation per day (UTC). Copy. null means unlimited. */
  @Int({ nullable: true })
  daily_request_limit: number | null;

  /** Maximum number of writes of the installation per day (UTC). Copy. null means unlimited. */
  @Int({ nullable: true })
  daily_write_limit: number | null;

  /** SHA-256 of the token. The token is not stored. null until the nonce is exchanged. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  /** Family of an agent's token: the id of the first token after the consent. null for the token of an app. */
  @Uuid({ nullable: true })
  family_id: string | null;

  /** Time at which an agent's token expires. null for the token of an app. */
  @Timestamp({ nullable: true })
  expires_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Timestamp({ nullable: true })
  first_used_at: string | null;

  @Timestamp({ nullable: true })
  last_used_at: string | null;

  /**
   * Time until which the token may have written. Until then, its requests read from the primary instead of
   * replicas.
   */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
