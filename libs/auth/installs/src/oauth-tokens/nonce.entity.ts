import { Bytea, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** What an app exchanges once for its OAuth token. */
@Entity({ schema: 'auth', name: 'nonces' })
export class Nonce {
  /** SHA-256 of the nonce, which is stored nowhere. */
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

  /** Of who began the installation as an OAuth client (RFC 7636); it is exchanged with its verifier alone. */
  @Word({ nullable: true })
  code_challenge: string | null;
}
