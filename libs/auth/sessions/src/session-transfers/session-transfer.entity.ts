import { Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A session that moves to the panel of another shop, once and within a minute. */
@Entity({ schema: 'auth', name: 'session_transfers' })
export class SessionTransfer {
  /** A session has at most one pending transfer. */
  @Uuid({ primary: true })
  session_id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token that accepts the transfer. The token is not stored. */
  @Bytea()
  digest: Buffer;

  /** Domain of the target shop. */
  @CollatedText()
  shop_domain: string;

  /** Encrypted session token. The cookie on the other host gets the same token. */
  @Text()
  sealed: string;

  @Timestamp()
  expires_at: string;
}
