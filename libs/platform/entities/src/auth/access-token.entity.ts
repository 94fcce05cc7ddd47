import { Entity } from 'typeorm';
import { Bytea, Text, TextArray, Timestamp, Uuid, IdentifiedRow } from '@storewright/rows';
import { Attribute } from '../attribute';

/**
 * An access token of a shop. Members of the shop create access tokens. The admin panel creates short-lived
 * access tokens, which belong to a session.
 */
@Entity({ schema: 'auth', name: 'access_tokens' })
export class AccessToken extends IdentifiedRow {
  @Attribute('Name that helps the owner to recognize the token.')
  @Text()
  name: string;

  @Attribute('Scopes of the token. null means all scopes, including scopes that are added later.')
  @TextArray({ nullable: true })
  scopes: string[] | null;

  /** Time at which a scope was last granted to the token. null means that `updated_at` applies. */
  @Timestamp({ nullable: true, default: () => 'now()' })
  scopes_granted_at: string | null;
  @Attribute(
    'Networks in CIDR notation from which requests with the token are allowed. null means every network.',
  )
  @TextArray({ nullable: true })
  allowed_networks: string[] | null;

  @Attribute('Status of the token. An active token becomes expired at expires_at.', {
    values: ['active', 'revoked', 'expired'],
  })
  @Text({ default: 'active' })
  status: 'active' | 'revoked';

  /** SHA-256 of the access token. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @Attribute('Last four characters of the token, which help people to recognize the token.')
  @Text()
  last_four: string;

  @Attribute('Time at which the token was created.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute('Time at which the token expires. null means that the token never expires.')
  @Timestamp({ nullable: true })
  expires_at: string | null;

  @Attribute('Time of the last use of the token, up to ten seconds late. null if unused.')
  @Timestamp({ nullable: true })
  last_used_at: string | null;

  /**
   * Time of the email that warned about the expiry of the unused access token. If the token was used after
   * that time, a new warning is required.
   */
  @Timestamp({ nullable: true })
  unused_notice_at: string | null;

  /**
   * SHA-256 of the access token before its last rotation. null if there was no rotation or if the previous
   * token no longer works.
   */
  @Bytea({ nullable: true })
  previous_digest: Buffer | null;

  @Attribute(
    'Time until which the previous token works after a rotation. The first use of the new token ends it earlier. ' +
      'null if no rotation is pending.',
  )
  @Timestamp({ nullable: true })
  previous_expires_at: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;

  /**
   * Id of the person whose session uses the access token. This person is the author of the token's changes.
   */
  @Uuid({ nullable: true })
  person_id: string | null;

  @Text({ nullable: true })
  person_name: string | null;

  /**
   * Time until which requests with this access token read from the primary database. The token may have
   * written recently, and replicas may lag behind.
   */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
