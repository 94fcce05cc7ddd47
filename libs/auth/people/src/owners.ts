import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Language, Row } from '@storewright/entities';
import type { Repository } from 'typeorm';
import { emailCredential, emailKey } from './email';
import { Owner as StoredOwner } from './owner.entity';

export type OwnerIdentity = Pick<StoredOwner, 'id' | 'email'>;
export type OwnerWithHash = OwnerIdentity & Pick<StoredOwner, 'password_hash'>;

@Injectable()
export class Owners {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /**
   * Returns the person with this email address and the password hash, or null if no account has the address.
   */
  findByEmail(email: string): Promise<(OwnerWithHash & Pick<StoredOwner, 'language'>) | null> {
    const credential = emailCredential(email);
    return this.database.of({ credential }, this.owners).findOneBy({ email_key: emailKey(email) });
  }

  find(id: string): Promise<Row<StoredOwner>> {
    return this.database.of({ owner_id: id }, this.owners).findOneByOrFail({ id });
  }
}

/** Returns the language that a person chose for emails, or null. */
export async function languageOf(transaction: Transaction, id: string): Promise<Language | null> {
  transaction.enter({ owner_id: id });
  return (await transaction.of(StoredOwner).findOneByOrFail({ id })).language;
}
