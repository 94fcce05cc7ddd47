import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Bytea, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** A token that a shop's owner generated, or one that the admin panel got for a sign-in session. */
@Entity({ schema: 'auth', name: 'access_tokens' })
export class AccessToken extends IdentifiedRow {
  @Attribute()
  @Text()
  name: string;

  /** Null: all, also those that come later. */
  @Attribute()
  @TextArray({ nullable: true })
  scopes: string[] | null;

  @Attribute()
  @Text({ default: 'active' })
  status: 'active' | 'revoked';

  /** SHA-256 of the token, which is stored nowhere. */
  @Bytea()
  digest: Buffer;

  @Attribute()
  @Text()
  last_four: string;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute()
  @Timestamp({ nullable: true })
  expires_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  last_used_at: string | null;

  @Uuid({ nullable: true })
  session_id: string | null;
}
