import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, defineStatement, listing, readPage, selectColumns } from '@storewright/database';
import { type Row, Shop as StoredShop } from '@storewright/entities';
import { ApiError, type ListQuery } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Member } from '@storewright/people';
import { currentShopColumns, type Shop, shopColumns } from '@storewright/tenancy';
import type { Repository } from 'typeorm';
import { Membership, type StoredGrant } from './membership';

const find = defineStatement<Shop & StoredGrant>('shop-of-member', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), currentShopColumns)
    .addSelect('m.role', 'role')
    .addSelect('m.scopes', 'scopes')
    .innerJoin(Member, 'm', 'm.shop_id = s.id')
    .where('m.shop_id = :shop_id AND m.owner_id = :owner_id'),
);

/** Finds the shops of a person. */
@Injectable()
export class Memberships {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredShop, 'auth') private readonly shops: Repository<StoredShop>,
  ) {}

  /**
   * Returns the shop and the membership, or undefined if the person is not a member. Both ids must be UUIDs
   * in lowercase.
   */
  async find(shop_id: string, owner_id: string): Promise<{ shop: Shop; membership: Membership } | undefined> {
    const [row] = await this.database.execute({ owner_id }, find, { shop_id, owner_id });
    if (!row) return undefined;
    const { role, scopes, ...shop } = row;
    return { shop, membership: new Membership({ role, scopes }) };
  }

  list(owner_id: string, query: ListQuery): Promise<Page> {
    const { domain } = query.filters;
    const owned = selectColumns(this.shops.createQueryBuilder('s'), [
      ...shopColumns,
      'is_test',
      'version',
      'updated_at',
    ])
      .innerJoin(Member, 'm', 'm.shop_id = s.id')
      .where('m.owner_id = :owner_id', { owner_id });
    if (domain !== undefined) owned.andWhere('s.domain = :domain', { domain });
    const read = listing(owned, { id: 's.id', domain: 's.domain', name: 's.name' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  /** Returns a shop without checking a membership. Throws if the id is unknown. */
  shop(id: string): Promise<Row<StoredShop>> {
    return this.database.of({}, this.shops).findOneByOrFail({ id });
  }

  /** Returns the domain of a shop without checking a membership. Domains are public. */
  async domainOf(id: string): Promise<string | undefined> {
    const shop = await this.database.of({}, this.shops).findOneBy({ id });
    return shop?.domain;
  }
}

export function shopSuspended(): ApiError {
  return new ApiError('shop_suspended', {
    detail: 'The shop is suspended. Ask the operator of the platform.',
  });
}
