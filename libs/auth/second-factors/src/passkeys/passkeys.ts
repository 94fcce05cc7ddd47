import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  AuthDatabase,
  isUniqueViolation,
  listing,
  readPage,
  selectColumns,
  type Transaction,
} from '@storewright/database';
import type { Row } from '@storewright/entities';
import { ApiError, isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Repository } from 'typeorm';
import { type Changer, SecurityChanges } from '../security-changes';
import { Passkey } from './passkey.entity';

const MAX_PASSKEYS = 20;
const shown = ['id', 'name', 'rp_id', 'backed_up', 'created_at', 'last_used_at'] as const;

export type NewPasskey = Omit<Row<Passkey>, 'created_at' | 'last_used_at' | 'owner_id'>;

@Injectable()
export class Passkeys {
  constructor(
    private readonly database: AuthDatabase,
    private readonly changes: SecurityChanges,
    @InjectRepository(Passkey, 'auth') private readonly passkeys: Repository<Passkey>,
  ) {}

  list(owner_id: string, query: ListQuery): Promise<Page> {
    const own = selectColumns(this.passkeys.createQueryBuilder('p'), shown);
    const read = listing(own.where('p.owner_id = :owner_id', { owner_id }), { id: 'p.id' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  async find(owner_id: string, id: string): Promise<DocumentRow> {
    const where = { id, owner_id };
    const row = isUuid(id) && (await this.database.of({ owner_id }, this.passkeys).findOneBy(where));
    if (!row) throw notFound('passkeys', id);
    return { ...row };
  }

  /**
   * Returns the person's passkeys for an RP ID, so that the browser does not register a second passkey on the
   * same authenticator.
   */
  ofHost(owner_id: string, rp_id: string): Promise<Row<Passkey>[]> {
    return this.database.of({ owner_id }, this.passkeys).findBy({ owner_id, rp_id });
  }

  async add(changer: Changer, passkey: NewPasskey): Promise<DocumentRow> {
    const { id: owner_id } = changer;
    const { id, name } = passkey;
    try {
      return await this.changes.make(changer, async (transaction) => {
        const own = transaction.of(this.passkeys);
        if ((await own.countBy({ owner_id })) >= MAX_PASSKEYS) throw tooMany();
        await own
          .createQueryBuilder()
          .insert()
          .values({ ...passkey, owner_id })
          .updateEntity(false)
          .execute();
        const change = { kind: 'passkeys.created', detail: { id, name } } as const;
        return { change, result: { ...(await own.findOneByOrFail({ id })) } };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw alreadyThere();
      throw error;
    }
  }

  async rename(owner_id: string, id: string, name: string): Promise<DocumentRow> {
    await this.find(owner_id, id);
    await this.database.transaction({ owner_id }, (transaction) =>
      transaction.of(this.passkeys).update({ id, owner_id }, { name }),
    );
    return this.find(owner_id, id);
  }

  delete(changer: Changer, id: string): Promise<void> {
    const { id: owner_id } = changer;
    return this.changes.make(changer, async (transaction) => {
      const own = transaction.of(this.passkeys);
      const passkey = isUuid(id) && (await own.findOneBy({ id, owner_id }));
      if (!passkey) throw notFound('passkeys', id);
      await own.delete({ id, owner_id });
      const detail = { id, name: passkey.name };
      return { change: { kind: 'passkeys.deleted', detail }, result: undefined };
    });
  }

  /** Finds a passkey by the digest of its credential id, before the person is known. */
  findByDigest(digest: Buffer): Promise<Row<Passkey> | null> {
    const context = { credential: digest.toString('hex') };
    return this.database.of(context, this.passkeys).findOneBy({ digest });
  }

  /**
   * Stores the signature counter of a passkey after a sign-in. Returns false if a concurrent sign-in stored a
   * larger counter, because the passkey may be a copy.
   */
  async noteUse({ id, owner_id }: Row<Passkey>, counter: number, backed_up: boolean): Promise<boolean> {
    const { affected } = await this.database.transaction({ owner_id }, (transaction: Transaction) =>
      transaction
        .of(this.passkeys)
        .createQueryBuilder()
        .update({ counter: String(counter), backed_up, last_used_at: () => 'now()' })
        .where({ id })
        .andWhere('counter <= :counter', { counter })
        .execute(),
    );
    return affected === 1;
  }
}

function alreadyThere(): ApiError {
  return new ApiError('already_exists', { detail: 'You have already added this passkey.' });
}

function tooMany(): ApiError {
  return new ApiError('already_exists', {
    detail: `You cannot have more than ${MAX_PASSKEYS} passkeys. Remove a passkey that you no longer use.`,
  });
}
