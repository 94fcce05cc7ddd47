import { Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A transfer of a session to the admin panel of another shop, valid once within a minute. */
@Entity({ schema: 'auth', name: 'session_transfers' })
export class SessionTransfer {
  /** Id of the session, which has at most one pending transfer. */
  @Uuid({ primary: true })
  session_id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token that accepts the session transfer. */
  @Bytea()
  digest: Buffer;

  /** Domain of the shop whose admin panel accepts the session transfer. */
  @CollatedText()
  shop_domain: string;

  /** Encrypted session token for the cookie on the host of the target shop. */
  @Text()
  sealed: string;

  @Timestamp()
  expires_at: string;
}
