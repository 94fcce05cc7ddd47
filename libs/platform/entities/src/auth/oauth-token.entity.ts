import { Entity } from 'typeorm';
import { Bool, Bytea, Int, Text, TextArray, Timestamp, Uuid, IdentifiedRow } from '@storewright/rows';

@Entity({ schema: 'auth', name: 'oauth_tokens' })
export class OAuthToken extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Uuid()
  app_id: string;

  @Text()
  status: 'pending' | 'active' | 'revoked' | 'superseded';

  /** True while a member of the shop suspends the app. Copied from the installation of the app. */
  @Bool({ default: false })
  suspended: boolean;

  /**
   * Networks from which the app can send requests. Copied from the installation. null means that the networks
   * of the app apply.
   */
  @TextArray({ nullable: true })
  allowed_networks: string[] | null;

  @TextArray()
  scopes: string[];

  /** Scopes whose writes a member of the shop must approve. Copied from the installation of the app. */
  @TextArray({ default: [] })
  ask_scopes: string[];

  /**
   * Maximum number of requests of the app per UTC day. Copied from the installation. null means unlimited.
   */
  @Int({ nullable: true })
  daily_request_limit: number | null;

  /** Maximum number of writes of the app per UTC day. Copied from the installation. null means unlimited. */
  @Int({ nullable: true })
  daily_write_limit: number | null;

  /** SHA-256 of the OAuth token. null until the app exchanges its nonce for the token. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  /**
   * Id of the first access token after the consent, which identifies the token family of an agent. null for
   * the token of an app.
   */
  @Uuid({ nullable: true })
  family_id: string | null;

  /**
   * Time at which the access token of an agent expires. null for the token of an app, which does not expire.
   */
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
   * Time until which requests with this OAuth token read from the primary database. The token may have
   * written recently, and replicas may lag behind.
   */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
