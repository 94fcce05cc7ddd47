import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { mintToken, type PlainToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import { recordSignIn } from '../audit/audit-log';
import type { Owner } from '../owners/owners';
import type { Session } from './signed-in';

/** A session ends this long after the sign-in, whatever happens, in seconds. */
export const sessionLifeSeconds = 24 * 60 * 60;
const life = `interval '${sessionLifeSeconds} seconds'`;
/** It also ends when nothing was asked for so long. */
const idle = "interval '30 minutes'";
/** Being seen is written at most this often, so that a busy page costs no writes; the idle time is as exact as this. */
const seenEvery = "interval '1 minute'";

const alive = `expires_at > now() AND last_seen_at > now() - ${idle}`;

const statements = {
  start: `INSERT INTO auth.sessions (id, owner_id, digest, created_at, last_seen_at, expires_at)
    VALUES ($1, $2, decode($3, 'hex'), now(), now(), now() + ${life}) RETURNING id, created_at, expires_at`,
  find: `WITH seen AS (
      UPDATE auth.sessions SET last_seen_at = now() WHERE digest = decode($1, 'hex') AND ${alive} AND last_seen_at < now() - ${seenEvery}
    )
    SELECT s.id, s.owner_id, o.email, s.created_at, s.expires_at
    FROM auth.sessions s JOIN auth.owners o ON o.id = s.owner_id WHERE s.digest = decode($1, 'hex') AND ${alive}`,
  end: 'DELETE FROM auth.sessions WHERE id = $1',
  endDead: `DELETE FROM auth.sessions WHERE owner_id = $1 AND NOT (${alive})`,
};

/** Sign-in sessions. Their life is measured by the database's clock; only the digest of the token is stored. */
@Injectable()
export class Sessions {
  constructor(private readonly database: AuthDatabase) {}

  /** Signs the person in and writes it down. `origin`: of the request, for the audit log. */
  start({ id: owner_id, email }: Owner, origin: { request_id: string; address: string }): Promise<Session> {
    const token = mintToken('session');
    return this.database.transaction({ owner_id }, async (transaction) => {
      const id = uuidv7();
      await transaction.query({ text: statements.endDead, values: [owner_id] });
      const [row] = await transaction.query({
        text: statements.start,
        values: [id, owner_id, token.digest],
      });
      await recordSignIn(transaction, owner_id, { session_id: id, ...origin });
      return { ...(row as unknown as Omit<Session, 'owner_id' | 'email' | 'token'>), owner_id, email, token };
    });
  }

  /** The living session of the token; being asked for keeps it alive. */
  async find(token: PlainToken): Promise<Session | undefined> {
    const statement = { name: 'session-find', text: statements.find, values: [token.digest] };
    const [row] = await this.database.query({}, statement);
    return row && { ...(row as unknown as Omit<Session, 'token'>), token };
  }

  /** With the session end its tokens (`session_tokens`), on every instance within a second. */
  end({ id: session_id }: Session): Promise<void> {
    return this.database.transaction({}, async (transaction) => {
      await transaction.query({ text: statements.end, values: [session_id] });
      await announce(transaction, { session_id });
    });
  }
}
