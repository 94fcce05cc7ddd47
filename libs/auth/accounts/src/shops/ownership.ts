import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, defineStatement, listing, readPage, selectColumns } from '@storewright/database';
import { type Row, Shop as StoredShop, ShopOwner } from '@storewright/entities';
import { ApiError, type ListQuery, type Page } from '@storewright/json-api';
import { type Shop, shopColumns } from '@storewright/tenancy';
import type { Repository } from 'typeorm';

const find = defineStatement<Shop>('shop-of-owner', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), ['id', 'domain', 'status'])
    .innerJoin(ShopOwner, 'o', 'o.shop_id = s.id')
    .where('o.shop_id = :shop_id AND o.owner_id = :owner_id'),
);

/** Whose shop is whose. */
@Injectable()
export class Ownership {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredShop, 'auth') private readonly shops: Repository<StoredShop>,
  ) {}

  /** The shop, where the person owns it. Both ids are UUIDs in lower case. */
  async find(shop_id: string, owner_id: string): Promise<Shop | undefined> {
    const [shop] = await this.database.execute({ owner_id }, find, { shop_id, owner_id });
    return shop;
  }

  /** The shops of this person. */
  list(owner_id: string, query: ListQuery): Promise<Page> {
    const { domain } = query.filters;
    const owned = selectColumns(this.shops.createQueryBuilder('s'), shopColumns)
      .innerJoin(ShopOwner, 'o', 'o.shop_id = s.id')
      .where('o.owner_id = :owner_id', { owner_id });
    if (domain !== undefined) owned.andWhere('s.domain = :domain', { domain });
    const read = listing(owned, { id: 's.id', domain: 's.domain', name: 's.name' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  /** What the shops of this person are called. */
  async namesOf(owner_id: string): Promise<string[]> {
    const owned = this.database.of({ owner_id }, this.shops).createQueryBuilder('s');
    const shops = await selectColumns(owned, ['domain', 'name', 'title'])
      .innerJoin(ShopOwner, 'o', 'o.shop_id = s.id')
      .where('o.owner_id = :owner_id', { owner_id })
      .limit(100)
      .getRawMany<Pick<StoredShop, 'domain' | 'name' | 'title'>>();
    return shops.flatMap(({ domain, name, title }) => [domain, name, title]);
  }

  /** Any shop, which is there. */
  shop(id: string): Promise<Row<StoredShop>> {
    return this.database.of({}, this.shops).findOneByOrFail({ id });
  }

  /** Of any shop: it is in its public address. */
  async domainOf(id: string): Promise<string | undefined> {
    const shop = await this.database.of({}, this.shops).findOneBy({ id });
    return shop?.domain;
  }
}

export function shopSuspended(): ApiError {
  return new ApiError('shop_suspended', { detail: 'The shop is suspended; ask its operator.' });
}
