import { Bool, Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * `device` sessions start with a device code. They can use only the routes of the command line. A person proves their
 * identity for them in a browser.
 */
export type SessionKind = 'full' | 'device';

/** The session of a signed-in person. */
@Entity({ schema: 'auth', name: 'sessions' })
export class Session {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the session token. The token is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  last_seen_at: string;

  @CollatedText({ default: 'full' })
  kind: SessionKind;

  /** Time at which the person last proved their identity. */
  @Timestamp({ default: () => 'now()' })
  authenticated_at: string;

  @Timestamp()
  expires_at: string;

  /** Time at which the token of a device expires. A refresh token renews it. null for other sessions. */
  @Timestamp({ nullable: true })
  token_expires_at: string | null;

  /** True after a refresh until the first use of the new tokens. The previous refresh token works until then. */
  @Bool({ default: false })
  is_rotation_pending: boolean;

  /** User-Agent header of the sign-in. */
  @Text({ nullable: true })
  user_agent: string | null;

  /** Approximate network of the sign-in, which helps the person to recognize the place. */
  @Text({ nullable: true })
  network: string | null;
}
