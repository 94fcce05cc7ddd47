import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { mintToken, type PlainToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import { recordOfPerson } from '../audit/audit-log';
import type { Owner, OwnerWithHash } from '../owners/owners';
import type { Session } from './signed-in';

/** A session ends this long after the sign-in, whatever happens, in seconds. */
export const sessionLifeSeconds = 24 * 60 * 60;
const life = `interval '${sessionLifeSeconds} seconds'`;
/** It also ends when nothing was asked for so long. */
const idle = "interval '30 minutes'";
/** Being seen is written at most this often, so that a busy page costs no writes; the idle time is as exact as this. */
const seenEvery = "interval '1 minute'";

const alive = `expires_at > now() AND last_seen_at > now() - ${idle}`;

/** Where a request came from, for the audit log. */
export interface Origin {
  request_id: string;
  address: string;
}

const statements = {
  /** Shared, so that no session begins with a password that is being changed. */
  hold: 'SELECT 1 FROM auth.owners WHERE id = $1 AND password_hash = $2 FOR SHARE',
  start: `INSERT INTO auth.sessions (id, owner_id, digest, created_at, last_seen_at, expires_at)
    VALUES ($1, $2, decode($3, 'hex'), now(), now(), now() + ${life}) RETURNING id, created_at, expires_at`,
  find: `WITH seen AS (
      UPDATE auth.sessions SET last_seen_at = now() WHERE digest = decode($1, 'hex') AND ${alive} AND last_seen_at < now() - ${seenEvery}
    )
    SELECT s.id, s.owner_id, o.email, s.created_at, s.expires_at
    FROM auth.sessions s JOIN auth.owners o ON o.id = s.owner_id WHERE s.digest = decode($1, 'hex') AND ${alive}`,
  end: 'DELETE FROM auth.sessions WHERE id = $1 RETURNING id',
  endByToken: `DELETE FROM auth.sessions WHERE digest = decode($1, 'hex') RETURNING id`,
  endAllOf: 'DELETE FROM auth.sessions WHERE owner_id = $1 RETURNING id',
  endDead: `DELETE FROM auth.sessions WHERE owner_id = $1 AND NOT (${alive})`,
};

/** Sign-in sessions. Their life is measured by the database's clock; only the digest of the token is stored. */
@Injectable()
export class Sessions {
  constructor(private readonly database: AuthDatabase) {}

  /**
   * Signs the person in and writes it down. `replaced`: the token of the session that the browser had until now; it ends, whoever's it was.
   * Undefined where the password that was checked is not the person's any more.
   */
  start(
    owner: OwnerWithHash,
    { request_id, address }: Origin,
    replaced?: PlainToken,
  ): Promise<Session | undefined> {
    const { id: owner_id, password_hash } = owner;
    return this.database.transaction({ owner_id }, async (transaction) => {
      const holds = await transaction.query({ text: statements.hold, values: [owner_id, password_hash] });
      if (holds.length === 0) return undefined;
      await transaction.query({ text: statements.endDead, values: [owner_id] });
      if (replaced) await end(transaction, statements.endByToken, replaced.digest);
      const session = await this.begin(transaction, owner);
      const detail = { session_id: session.id, address };
      await recordOfPerson(transaction, { kind: 'sessions.created', owner_id, detail, request_id });
      return session;
    });
  }

  /** A new session with a token of its own. */
  async begin(transaction: Transaction, { id: owner_id, email }: Owner): Promise<Session> {
    const token = mintToken('session');
    const values = [uuidv7(), owner_id, token.digest];
    const [row] = await transaction.query({ text: statements.start, values });
    return {
      ...(row as unknown as Pick<Session, 'id' | 'created_at' | 'expires_at'>),
      owner_id,
      email,
      token,
    };
  }

  /** The living session of the token; being asked for keeps it alive. */
  async find(token: PlainToken): Promise<Session | undefined> {
    const statement = { name: 'session-find', text: statements.find, values: [token.digest] };
    const [row] = await this.database.query({}, statement);
    return row && { ...(row as unknown as Omit<Session, 'token'>), token };
  }

  end({ id }: Session): Promise<void> {
    return this.database.transaction({}, (transaction) => end(transaction, statements.end, id));
  }
}

export function endSessionsOf(transaction: Transaction, owner_id: string): Promise<void> {
  return end(transaction, statements.endAllOf, owner_id);
}

/** With a session end its tokens (`session_tokens`), on every instance within a second. */
async function end(transaction: Transaction, text: string, value: string): Promise<void> {
  const ended = await transaction.query({ text, values: [value] });
  for (const { id } of ended) await announce(transaction, { session_id: String(id) });
}
