import { Entity } from 'typeorm';
import { Bytea, Text, TextArray, Timestamp, Uuid, IdentifiedRow } from '@storewright/rows';
import { Attribute } from '../attribute';

/** An access token of a shop, created by a member or by the panel for a session. */
@Entity({ schema: 'auth', name: 'access_tokens' })
export class AccessToken extends IdentifiedRow {
  @Attribute('Name that helps the owner to recognize the token.')
  @Text()
  name: string;

  @Attribute('Scopes of the token. null means all scopes, including scopes that are added later.')
  @TextArray({ nullable: true })
  scopes: string[] | null;

  /** Time at which the token last got a scope. null: `updated_at`. */
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

  /** SHA-256 of the token. The token is not stored. */
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

  /** Time of the mail that announces the expiry of an unused token. Void if the token was used since. */
  @Timestamp({ nullable: true })
  unused_notice_at: string | null;

  /** SHA-256 of the text before the last rotation. null if that text was never rotated or has ended. */
  @Bytea({ nullable: true })
  previous_digest: Buffer | null;

  @Attribute(
    'Time until which the text before the rotation works, unless the new text is used earlier. ' +
      'null if no rotation is pending.',
  )
  @Timestamp({ nullable: true })
  previous_expires_at: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;

  /** The person of the session. Changes that the token makes record this person as their author. */
  @Uuid({ nullable: true })
  person_id: string | null;

  /** Name of the person when the token was created. */
  @Text({ nullable: true })
  person_name: string | null;

  /**
   * Time until which the token may have written. Until then, its requests read from the primary instead of
   * replicas.
   */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
