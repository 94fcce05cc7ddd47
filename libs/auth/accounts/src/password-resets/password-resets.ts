import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase, defineStatement, namedValues, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { Owner as StoredOwner } from '@storewright/people';
import type { Origin } from '@storewright/sessions';
import { digestBytes, mintToken, type PlainToken } from '@storewright/tokens';
import type { Repository } from 'typeorm';
import { endAccessOf } from '../end-access';
import { PasswordReset } from './password-reset.entity';

/** Minutes for which a password reset link is valid after its email was created. */
export const RESET_LINK_MINUTES = 30;

const begin = defineStatement('password-reset-begin', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(PasswordReset)
    .values({
      ...namedValues('id', 'owner_id', 'digest'),
      expires_at: () => 'now() + make_interval(mins => :minutes)',
    })
    .setParameter('minutes', RESET_LINK_MINUTES),
);

@Injectable()
export class PasswordResets {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(PasswordReset, 'auth') private readonly resets: Repository<PasswordReset>,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /**
   * Creates the password reset link of an email with this id. Replaces the link of an earlier attempt to send
   * the email.
   */
  async begin(owner_id: string, id: string): Promise<PlainToken> {
    const token = mintToken('password_reset');
    await this.database.transaction({ owner_id }, async (transaction) => {
      const old = transaction.of(this.resets).createQueryBuilder().delete().where({ owner_id });
      await old.andWhere('(id = :id OR expires_at < least(now(), :now))', { id, now: new Date() }).execute();
      await transaction.execute(begin, { id, owner_id, digest: digestBytes(token.digest) });
    });
    return token;
  }

  /** Returns the person of a valid password reset link, without using the link. */
  find({ digest }: PlainToken): Promise<Row<StoredOwner> | undefined> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const reset = await this.findValid(transaction, digest);
      if (!reset) return undefined;
      const { owner_id } = reset;
      transaction.enter({ owner_id });
      return transaction.of(this.owners).findOneByOrFail({ id: owner_id });
    });
  }

  /**
   * Uses a password reset link: stores the new password hash and ends all reset links and sessions of the
   * person. Returns false if a concurrent request used the link first.
   */
  use({ digest }: PlainToken, password_hash: string, origin: Origin): Promise<boolean> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const reset = await this.findValid(transaction, digest);
      if (!reset) return false;
      const { id, owner_id } = reset;
      transaction.enter({ owner_id });
      // If concurrent requests use the same password reset link, only one of them deletes the row.
      const { affected } = await transaction.of(this.resets).delete({ id });
      if (!affected) return false;
      await transaction.of(this.resets).delete({ owner_id });
      const next = { password_hash, updated_at: () => 'now()' };
      await transaction.of(this.owners).update({ id: owner_id }, next);
      await endAccessOf(transaction, owner_id);
      const { request_id, address, browser_language: language } = origin;
      const detail = { by: 'a link sent to their email', address };
      const entry = { kind: 'owners.password_changed', owner_id, detail, request_id, language } as const;
      await recordOfPerson(transaction, entry);
      return true;
    });
  }

  private async findValid(transaction: Transaction, digest: PlainToken['digest']) {
    const query = transaction.of(this.resets).createQueryBuilder('r');
    return query
      .where('r.digest = :digest AND r.expires_at > now()', { digest: digestBytes(digest) })
      .getOne();
  }
}
