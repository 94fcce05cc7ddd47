import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language, Row } from '@storewright/entities';
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
}

/** In which mails are written that this person has sent to somebody. */
export async function languageOf(transaction: Transaction, id: string): Promise<Language | null> {
  transaction.enter({ owner_id: id });
  return (await transaction.of(StoredOwner).findOneByOrFail({ id })).language;
}
