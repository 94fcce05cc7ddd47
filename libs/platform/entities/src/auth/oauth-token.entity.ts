import { Entity } from 'typeorm';
import { Bytea, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** What an app acts in a shop with. */
@Entity({ schema: 'auth', name: 'oauth_tokens' })
export class OAuthToken extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Uuid()
  app_id: string;

  @Text()
  status: 'pending' | 'active' | 'revoked' | 'superseded';

  @TextArray()
  scopes: string[];

  /** SHA-256 of the token, which is stored nowhere; null until its nonce is exchanged. */
  @Bytea({ nullable: true })
  digest: Buffer | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Timestamp({ nullable: true })
  first_used_at: string | null;

  @Timestamp({ nullable: true })
  last_used_at: string | null;

  /** It may have written until then, and reads no replica before. */
  @Timestamp({ nullable: true })
  writes_until: string | null;
}
