import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, selectColumns } from '@storewright/database';
import { Shop } from '@storewright/entities';
import type { Repository } from 'typeorm';
import { Member } from '../member.entity';
import { LeakedPasswords } from './leaked-passwords';
import { problemOfPassword } from './password-rule';

/** Injection token for the URL of a leaked password range API (LEAKED_PASSWORDS_URL), or undefined. */
export const LEAKED_PASSWORDS_URL = Symbol('leaked passwords url');

const MAX_COMPARED_SHOPS = 100;

/**
 * Validates new passwords. A password made of names of the person or of the person's shops is weak, because
 * an attacker may know these names.
 */
@Injectable()
export class NewPasswords {
  private readonly leaked: LeakedPasswords | undefined;

  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
    @Inject(LEAKED_PASSWORDS_URL) leakedPasswordsUrl: string | undefined,
  ) {
    this.leaked = leakedPasswordsUrl === undefined ? undefined : new LeakedPasswords(leakedPasswordsUrl);
  }

  async problemOf(
    password: string,
    { id, email, name }: { id: string; email: string; name: string },
  ): Promise<string | undefined> {
    return this.problemOfNew(password, { email, names: [name, ...(await this.shopNamesOf(id))] });
  }

  problemOfNew(
    password: string,
    { email, names }: { email: string; names: string[] },
  ): Promise<string | undefined> {
    return problemOfPassword(password, { email, names }, this.leaked);
  }

  private async shopNamesOf(owner_id: string): Promise<string[]> {
    const own = this.database.of({ owner_id }, this.shops).createQueryBuilder('s');
    const shops = await selectColumns(own, ['domain', 'name', 'title'])
      .innerJoin(Member, 'm', 'm.shop_id = s.id')
      .where('m.owner_id = :owner_id', { owner_id })
      .limit(MAX_COMPARED_SHOPS)
      .getRawMany<Pick<Shop, 'domain' | 'name' | 'title'>>();
    return shops.flatMap(({ domain, name, title }) => [domain, name, title]);
  }
}
