import { Bytea, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** `device`: given for a device code. It may use only what the command line needs, and never counts as recent. */
export type SessionKind = 'full' | 'device';

/** A person who is signed in. */
@Entity({ schema: 'auth', name: 'sessions' })
export class Session {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the session's token, which is stored nowhere. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  last_seen_at: string;

  @Word({ default: 'full' })
  kind: SessionKind;

  /** When the person last proved who they are. */
  @Timestamp({ default: () => 'now()' })
  authenticated_at: string;

  @Timestamp()
  expires_at: string;

  /** What the browser called itself at the sign-in. */
  @Text({ nullable: true })
  user_agent: string | null;

  /** From where, as coarse as a person needs it to recognise the place. */
  @Text({ nullable: true })
  network: string | null;
}
