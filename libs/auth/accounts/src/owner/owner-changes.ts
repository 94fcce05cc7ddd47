import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase } from '@storewright/database';
import type { Language } from '@storewright/entities';
import { Owner, type OwnerWithHash } from '@storewright/people';
import { type ActiveSession, type Origin, Sessions } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { endAccessOf } from '../end-access';

@Injectable()
export class OwnerChanges {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
    @InjectRepository(Owner, 'auth') private readonly owners: Repository<Owner>,
  ) {}

  /**
   * Stores the language of emails to the person. Needs no audit log entry, because the language affects
   * nobody else.
   */
  async chooseLanguage(owner_id: string, language: Language): Promise<void> {
    await this.database.of({ owner_id }, this.owners).update({ id: owner_id }, { language });
  }

  async rename<O extends Pick<Owner, 'id' | 'name'>>(
    owner: O,
    name: string,
    by: { request_id: string; token_id: string },
  ): Promise<O> {
    const { id: owner_id, name: previous_name } = owner;
    if (name === previous_name) return owner;
    await this.database.transaction({ owner_id }, async (transaction) => {
      await transaction.of(this.owners).update({ id: owner_id }, { name, updated_at: () => 'now()' });
      const detail = { name, previous_name };
      await recordOfPerson(transaction, { kind: 'owners.name_changed', owner_id, detail, ...by });
    });
    return { ...owner, name };
  }

  /**
   * Replaces the password hash, ends all sessions of the person and starts a new session. Returns undefined
   * if a concurrent request has changed the password.
   */
  changePassword(
    { id: owner_id, email, password_hash }: OwnerWithHash,
    newHash: string,
    { token_id, ...origin }: Origin & { token_id: string },
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
        ...{ kind: 'owners.password_changed', owner_id, detail, request_id, token_id },
        language: origin.browser_language,
      });
      return session;
    });
  }
}
