import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import {
  ApiError,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { insertMails } from '@storewright/mail';
import { Owner, emailCredential, emailKey } from '@storewright/people';
import type { Origin, SignedInOwner } from '@storewright/sessions';
import { digestBytes, type PlainToken } from '@storewright/tokens';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { PasswordReset } from '../password-resets/password-reset.entity';
import { EmailChange } from './email-change.entity';
import type { CreateEmailChange } from './email-change.resource';

/** Hours within which both links must be used to change an email address. */
export const EMAIL_CHANGE_HOURS = 24;

/**
 * Pending changes of email addresses. The address changes when both links were used: the link in the email to
 * the current address and the link in the email to the new address.
 */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(EmailChange, 'auth') private readonly changes: Repository<EmailChange>,
  ) {}

  list(owner_id: string, query: ListQuery): Promise<Page> {
    const read = listing(openOf(owner_id, this.changes), { id: 'c.id' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  find(owner_id: string, id: string): Promise<DocumentRow> {
    return findIn(this.database.of({ owner_id }, this.changes), owner_id, id);
  }

  /**
   * Requests an email change and queues both emails. The mail sender checks later whether another account has
   * the new address, so the response does not reveal that account.
   */
  create(
    { id: owner_id, request_id, session_id: token_id, browser_language }: SignedInOwner,
    { email: typed, shop_domain }: CreateEmailChange,
  ): Promise<DocumentRow> {
    const email = typed.trim();
    const [id, current_mail_id, new_mail_id] = [uuidv7(), uuidv7(), uuidv7()];
    return this.database.transaction({ owner_id }, async (transaction) => {
      const owner = await lockOwner(transaction, owner_id);
      if (owner.email_key === emailKey(email))
        throw invalidAttribute(
          'email',
          'The new email address is your current one. Send a different email address.',
        );
      await endEmailChangeOf(transaction, owner_id);
      const values = { id, owner_id, email, email_key: emailKey(email), current_mail_id, new_mail_id };
      const insert = transaction.of(this.changes).createQueryBuilder().insert();
      await insert
        .values({ ...values, expires_at: () => 'now() + make_interval(hours => :hours)' })
        .setParameters({ hours: EMAIL_CHANGE_HOURS })
        .updateEntity(false)
        .execute();
      const language = owner.language ?? browser_language;
      const current = { id: current_mail_id, kind: 'email_change_current', email: owner.email } as const;
      const next = { id: new_mail_id, kind: 'email_change_new', email } as const;
      await insertMails(
        transaction,
        [current, next].map((mail) => ({ ...mail, language, shop_domain })),
      );
      await recordOfPerson(transaction, { kind: 'email_changes.created', owner_id, request_id, token_id });
      return findIn(transaction.of(this.changes), owner_id, id);
    });
  }

  cancel({ id: owner_id, request_id, session_id: token_id }: SignedInOwner, id: string): Promise<void> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      await lockOwner(transaction, owner_id);
      await findIn(transaction.of(this.changes), owner_id, id);
      await endEmailChangeOf(transaction, owner_id);
      await recordOfPerson(transaction, { kind: 'email_changes.deleted', owner_id, request_id, token_id });
    });
  }

  /** Marks a link of an email change as used. The second used link changes the email address. */
  confirm({ digest }: PlainToken, origin: Origin): Promise<DocumentRow | undefined> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const found = await this.livingOf(transaction, digest);
      if (!found) return undefined;
      transaction.enter({ owner_id: found.owner_id });
      const owner = await lockOwner(transaction, found.owner_id);
      // Reads the email change again after locking the person, because a concurrent request can use the same
      // link.
      const change = await this.livingOf(transaction, digest);
      if (!change) return undefined;
      const { id, email, current_confirmed_at, new_confirmed_at } = change;
      const isCurrent = change.current_digest?.equals(digestBytes(digest)) === true;
      const is_changed = (isCurrent ? new_confirmed_at : current_confirmed_at) !== null;
      if (is_changed) await this.changeEmail(transaction, owner, change, origin);
      else
        await transaction
          .of(this.changes)
          .update(
            { id },
            isCurrent
              ? { current_digest: null, current_confirmed_at: () => 'now()' }
              : { new_digest: null, new_confirmed_at: () => 'now()' },
          );
      return { id, email, is_changed };
    });
  }

  /**
   * Changes the email address of a person. Sessions continue, because the password is unchanged. Password
   * reset links end, because they were sent to the previous address.
   */
  private async changeEmail(
    transaction: Transaction,
    { id: owner_id, email: previous_email, language: chosen }: Owner,
    { email, email_key }: EmailChange,
    { request_id, address, browser_language }: Origin,
  ): Promise<void> {
    transaction.enter({ credential: emailCredential(email) });
    if (await transaction.of(Owner).existsBy({ email_key }))
      throw new ApiError('already_exists', {
        detail: 'Another account has this email address. Use a different email address.',
      });
    const next = { email, email_key, updated_at: () => 'now()' };
    await transaction.of(Owner).update({ id: owner_id }, next);
    await endEmailChangeOf(transaction, owner_id);
    await transaction.of(PasswordReset).delete({ owner_id });
    const detail = { email, previous_email, address };
    const language = chosen ?? browser_language;
    await recordOfPerson(transaction, {
      kind: 'owners.email_changed',
      owner_id,
      detail,
      request_id,
      language,
    });
  }

  private livingOf(transaction: Transaction, digest: PlainToken['digest']): Promise<EmailChange | null> {
    const query = transaction.of(this.changes).createQueryBuilder('c');
    return query
      .where('(c.current_digest = :digest OR c.new_digest = :digest)', { digest: digestBytes(digest) })
      .andWhere('c.expires_at > now()')
      .getOne();
  }
}

async function endEmailChangeOf(transaction: Transaction, owner_id: string): Promise<void> {
  await transaction.of(EmailChange).delete({ owner_id });
}

/** Locks the person, so that concurrent changes of the email address run sequentially. */
function lockOwner(transaction: Transaction, id: string): Promise<Owner> {
  const lock = { mode: 'pessimistic_write' } as const;
  return transaction.of(Owner).findOneOrFail({ where: { id }, lock });
}

function openOf(owner_id: string, changes: Repository<EmailChange>): SelectQueryBuilder<EmailChange> {
  const shown = [
    'id',
    'email',
    'current_confirmed_at',
    'new_confirmed_at',
    'created_at',
    'expires_at',
  ] as const;
  return selectColumns(changes.createQueryBuilder('c'), shown)
    .where('c.owner_id = :owner_id', { owner_id })
    .andWhere('c.expires_at > now()');
}

async function findIn(changes: Repository<EmailChange>, owner_id: string, id: string): Promise<DocumentRow> {
  const row =
    isUuid(id) && (await openOf(owner_id, changes).andWhere('c.id = :id', { id }).getRawOne<DocumentRow>());
  if (!row) throw notFound('email_changes', id);
  return row;
}
