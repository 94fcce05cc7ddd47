import { Bytea, CollatedText, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A nonce, which an app exchanges once for an OAuth token. */
@Entity({ schema: 'auth', name: 'nonces' })
export class Nonce {
  /** SHA-256 of the nonce. The nonce itself is not stored. */
  @Bytea({ primary: true })
  digest: Buffer;

  @Uuid()
  shop_id: string;

  @Uuid()
  oauth_token_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp()
  expires_at: string;

  @Timestamp({ nullable: true })
  exchanged_at: string | null;

  /**
   * PKCE challenge (RFC 7636) of the OAuth client that started the installation. null if the authorization
   * request contained none.
   */
  @CollatedText({ nullable: true })
  code_challenge: string | null;

  /**
   * Redirect URI in the authorization request of an AI agent (RFC 6749 §4.1.3). null for an app, which has a
   * registered install URL.
   */
  @Text({ nullable: true })
  redirect_uri: string | null;
}
