import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { suspended } from '@storewright/access';
import { AuthDatabase, defineStatement, listing, readPage, selectColumns } from '@storewright/database';
import { type Row, Shop as StoredShop } from '@storewright/entities';
import { ApiError, type ListQuery } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Member } from '@storewright/people';
import { TotpDevice } from '@storewright/second-factors';
import { currentShopColumns, type Shop, shopColumns } from '@storewright/tenancy';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { Membership } from './membership';

/** Minimum interval between updates of `last_seen_at` of a member, which limits database writes. */
const SEEN_INTERVAL_SECONDS = 5 * 60;

/**
 * SQL condition: the shop requires no second factor, or the member has an authenticator app. A passkey does
 * not count, because the member could still sign in with only the password.
 */
function hasRequiredFactor(builder: SelectQueryBuilder<StoredShop>): string {
  const device = builder.subQuery().select('1').from(TotpDevice, 't');
  const confirmed = device.where('t.owner_id = m.owner_id AND t.confirmed_at IS NOT NULL').getQuery();
  return `NOT s.second_factor_required OR EXISTS ${confirmed}`;
}

type StoredAccess = Pick<Member, 'role' | 'scopes'> & { has_required_factor: boolean };

/** Reads a shop and a person's membership, and updates `last_seen_at` of the member. */
const find = defineStatement<Shop & StoredAccess>('shop-of-member', (source) => {
  const seen = source
    .createQueryBuilder()
    .update(Member)
    .set({ last_seen_at: () => 'now()' })
    .where(
      `shop_id = :shop_id AND owner_id = :owner_id
       AND (last_seen_at IS NULL OR last_seen_at < now() - make_interval(secs => :seenEvery))`,
    );
  const shop = selectColumns(source.createQueryBuilder(StoredShop, 's'), currentShopColumns);
  return shop
    .addCommonTableExpression(seen, 'seen')
    .addSelect('m.role', 'role')
    .addSelect('m.scopes', 'scopes')
    .addSelect(hasRequiredFactor(shop), 'has_required_factor')
    .innerJoin(Member, 'm', 'm.shop_id = s.id')
    .where('m.shop_id = :shop_id AND m.owner_id = :owner_id')
    .setParameters({ seenEvery: SEEN_INTERVAL_SECONDS });
});

export interface ShopAccess {
  shop: Shop;
  membership: Membership;
  hasRequiredFactor: boolean;
}

@Injectable()
export class Memberships {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredShop, 'auth') private readonly shops: Repository<StoredShop>,
  ) {}

  /**
   * Returns a shop with the person's membership, or undefined if the person is not a member. Both ids must be
   * lowercase UUIDs.
   */
  async find(shop_id: string, owner_id: string): Promise<ShopAccess | undefined> {
    const [row] = await this.database.execute({ owner_id }, find, { shop_id, owner_id });
    if (!row) return undefined;
    const { role, scopes, has_required_factor: hasRequiredFactor, ...shop } = row;
    return { shop, membership: new Membership({ role, scopes }), hasRequiredFactor };
  }

  list(owner_id: string, query: ListQuery): Promise<Page> {
    const { domain } = query.filters;
    const owned = selectColumns(this.shops.createQueryBuilder('s'), [
      ...shopColumns,
      'is_test',
      'second_factor_required',
      'api_suspended',
      'version',
      'updated_at',
    ])
      .innerJoin(Member, 'm', 'm.shop_id = s.id')
      .where('m.owner_id = :owner_id', { owner_id });
    if (domain !== undefined) owned.andWhere('s.domain = :domain', { domain });
    const read = listing(owned, { id: 's.id', domain: 's.domain', name: 's.name' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  /** Returns a shop without checking a membership. Throws if the shop does not exist. */
  shop(id: string): Promise<Row<StoredShop>> {
    return this.database.of({}, this.shops).findOneByOrFail({ id });
  }

  isTestShop(id: string): Promise<boolean> {
    return this.database.of({}, this.shops).existsBy({ id, is_test: true });
  }

  /** Returns the domain of a shop without checking a membership, because domains are public. */
  async domainOf(id: string): Promise<string | undefined> {
    const shop = await this.database.of({}, this.shops).findOneBy({ id });
    return shop?.domain;
  }
}

/** Throws 403 if the shop requires a second factor that the person does not have. */
export function requireFactor({ hasRequiredFactor }: ShopAccess): void {
  if (hasRequiredFactor) return;
  throw new ApiError('second_factor_missing', {
    detail: 'This shop requires a second factor. Set up an authenticator app in your account, then continue.',
  });
}

export function shopSuspended(): ApiError {
  return suspended('shop_suspended');
}
