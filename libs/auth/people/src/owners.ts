import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language, Row } from '@storewright/entities';
import { type Origin, endAccessOf, Sessions, type ActiveSession } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { emailCredential, emailKey } from './email';
import { Owner as StoredOwner } from './owner.entity';

export type OwnerIdentity = Pick<StoredOwner, 'id' | 'email'>;
export type OwnerWithHash = OwnerIdentity & Pick<StoredOwner, 'password_hash'>;

/** The people who own shops or develop apps. */
@Injectable()
export class Owners {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /** With the hash of the password, for the sign-in alone. */
  findByEmail(email: string): Promise<(OwnerWithHash & Pick<StoredOwner, 'language'>) | null> {
    const credential = emailCredential(email);
    return this.database.of({ credential }, this.owners).findOneBy({ email_key: emailKey(email) });
  }

  /** Somebody who is signed in, so there is a row. With the hash. */
  find(id: string): Promise<Row<StoredOwner>> {
    return this.database.of({ owner_id: id }, this.owners).findOneByOrFail({ id });
  }

  /** What nobody but the person looks at, so that it is in no log. */
  async chooseLanguage(owner_id: string, language: Language): Promise<void> {
    await this.database.of({ owner_id }, this.owners).update({ id: owner_id }, { language });
  }

  /** Another name, where it is one. */
  async rename<O extends Pick<StoredOwner, 'id' | 'name'>>(
    owner: O,
    name: string,
    request_id: string,
  ): Promise<O> {
    const { id: owner_id, name: previous_name } = owner;
    if (name === previous_name) return owner;
    await this.database.transaction({ owner_id }, async (transaction) => {
      await transaction.of(this.owners).update({ id: owner_id }, { name, updated_at: () => 'now()' });
      const detail = { name, previous_name };
      await recordOfPerson(transaction, { kind: 'owners.name_changed', owner_id, detail, request_id });
    });
    return { ...owner, name };
  }

  /**
   * The new hash in place of the one that was checked. Every session of the person ends, and one begins for who changed it. Undefined where somebody
   * else was faster.
   */
  changePassword(
    { id: owner_id, email, password_hash }: OwnerWithHash,
    newHash: string,
    origin: Origin,
  ): Promise<ActiveSession | undefined> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const next = { password_hash: newHash, updated_at: () => 'now()' };
      const { affected } = await transaction.of(this.owners).update({ id: owner_id, password_hash }, next);
      if (!affected) return undefined;
      await endAccessOf(transaction, owner_id);
      const session = await this.sessions.begin(transaction, { id: owner_id, email }, origin);
      const { request_id, address } = origin;
      const detail = { session_id: session.id, address };
      await recordOfPerson(transaction, {
        ...{ kind: 'owners.password_changed', owner_id, detail, request_id },
        language: origin.browser_language,
      });
      return session;
    });
  }
}

/** In which mails are written that this person has sent to somebody. */
export async function languageOf(transaction: Transaction, id: string): Promise<Language | null> {
  transaction.enter({ owner_id: id });
  return (await transaction.of(StoredOwner).findOneByOrFail({ id })).language;
}
