import { Bool, Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * `device` sessions start with a device code and can use only the routes of the command line. A person of a
 * device session proves their identity in a browser.
 */
export type SessionKind = 'full' | 'device';

@Entity({ schema: 'auth', name: 'sessions' })
export class Session {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  /** SHA-256 of the session token. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  last_seen_at: string;

  @CollatedText({ default: 'full' })
  kind: SessionKind;

  @Timestamp({ default: () => 'now()' })
  authenticated_at: string;

  @Timestamp()
  expires_at: string;

  /**
   * Time at which the session token of a device expires, unless a refresh token renews it. null for a session
   * of kind `full`.
   */
  @Timestamp({ nullable: true })
  token_expires_at: string | null;

  /**
   * True from a token refresh until the first use of the new tokens. Until then the previous refresh token
   * also works.
   */
  @Bool({ default: false })
  is_rotation_pending: boolean;

  @Text({ nullable: true })
  user_agent: string | null;

  /** Device name that the program reported. null if it reported none, and for sessions without a device code. */
  @Text({ nullable: true })
  device_name: string | null;

  @Text({ nullable: true })
  network: string | null;
}
