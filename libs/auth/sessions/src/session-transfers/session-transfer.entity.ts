import { Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A transfer of a session to the panel of another shop. It can be used once within a minute. */
@Entity({ schema: 'auth', name: 'session_transfers' })
export class SessionTransfer {
  /** Id of the session. A session has at most one pending transfer. */
  @Uuid({ primary: true })
  session_id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token that accepts the transfer. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  /** Domain of the shop to whose panel the session is transferred. */
  @CollatedText()
  shop_domain: string;

  /** Encrypted session token. The cookie on the target host gets this token. */
  @Text()
  sealed: string;

  @Timestamp()
  expires_at: string;
}
