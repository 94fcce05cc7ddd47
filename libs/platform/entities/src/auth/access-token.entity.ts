import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Bytea, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** A token that a shop's owner generated, or one that the admin panel got for a sign-in session. */
@Entity({ schema: 'auth', name: 'access_tokens' })
export class AccessToken extends IdentifiedRow {
  @Attribute('For the owner to recognise it.')
  @Text()
  name: string;

  @Attribute('What it allows; null: everything, also what comes later.')
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Attribute('An expired one is active until its time.', { values: ['active', 'revoked', 'expired'] })
  @Text({ default: 'active' })
  status: 'active' | 'revoked';

  /** SHA-256 of the token, which is stored nowhere. */
  @Bytea()
  digest: Buffer;

  @Attribute('The last four characters, to tell it from others.')
  @Text()
  last_four: string;

  @Attribute('When it was generated.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute('When it ends by itself; null: never.')
  @Timestamp({ nullable: true })
  expires_at: string | null;

  @Attribute('When it was last used, up to ten seconds behind.')
  @Timestamp({ nullable: true })
  last_used_at: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;

  /** It may have written until then, and reads no replica before. */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
