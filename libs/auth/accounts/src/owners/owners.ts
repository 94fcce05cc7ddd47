import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Row } from '@storewright/json-api';
import { recordOfPerson } from '../audit/audit-log';
import { endSessionsOf, type Origin, Sessions } from '../sessions/sessions';
import type { Session } from '../sessions/signed-in';
import { emailKey } from './email';

export interface Owner {
  id: string;
  email: string;
}
export type OwnerWithHash = Owner & { password_hash: string };

const statements = {
  findByEmail: 'SELECT id, email, password_hash FROM auth.owners WHERE email_key = $1',
  find: 'SELECT id, email, name, password_hash, created_at FROM auth.owners WHERE id = $1',
  changePassword: `UPDATE auth.owners SET password_hash = $3, updated_at = now() WHERE id = $1 AND password_hash = $2 RETURNING id`,
};

/** The people who own shops or develop apps. */
@Injectable()
export class Owners {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
  ) {}

  /** With the hash of the password, for the sign-in alone. */
  async findByEmail(email: string): Promise<OwnerWithHash | undefined> {
    const statement = { text: statements.findByEmail, values: [emailKey(email)] };
    const [row] = await this.database.query({}, statement);
    return row as OwnerWithHash | undefined;
  }

  /** Somebody who is signed in, so there is a row. With the hash. */
  async find(id: string): Promise<Row & OwnerWithHash> {
    const [row] = await this.database.query({}, { text: statements.find, values: [id] });
    return row as Row & OwnerWithHash;
  }

  /**
   * The new hash in place of the one that was checked. Every session of the person ends, and one begins for who changed it. Undefined where somebody
   * else was faster.
   */
  changePassword(
    { id: owner_id, email, password_hash }: OwnerWithHash,
    newHash: string,
    origin: Origin,
  ): Promise<Session | undefined> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const values = [owner_id, password_hash, newHash];
      const [changed] = await transaction.query({ text: statements.changePassword, values });
      if (!changed) return undefined;
      await endSessionsOf(transaction, owner_id);
      const session = await this.sessions.begin(transaction, { id: owner_id, email });
      const { request_id, address } = origin;
      const detail = { session_id: session.id, address };
      await recordOfPerson(transaction, { kind: 'owners.password_changed', owner_id, detail, request_id });
      return session;
    });
  }
}
