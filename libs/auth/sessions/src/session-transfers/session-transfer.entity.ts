import { Bytea, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A session on its way to the panel of another shop: once, within a minute. */
@Entity({ schema: 'auth', name: 'session_transfers' })
export class SessionTransfer {
  /** One at a time for a session. */
  @Uuid({ primary: true })
  session_id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the token that takes it over, which is stored nowhere. */
  @Bytea()
  digest: Buffer;

  /** The shop to whose panel it goes. */
  @Word()
  shop_domain: string;

  /** The session's token, sealed: the other panel's cookie has the same one. */
  @Text()
  sealed: string;

  @Timestamp()
  expires_at: string;
}
