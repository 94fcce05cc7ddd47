import { Inject, Injectable, Optional } from '@nestjs/common';
import { AuthDatabase, defineStatement, selectColumns } from '@storewright/database';
import { OAuthToken, Shop as StoredShop } from '@storewright/entities';
import type { Actor } from '@storewright/events';
import { currentShopColumns, type Shop } from './shop';
import { type CacheCounts, CLOCK, type Clock, TtlCache } from './ttl-cache';

const find = defineStatement<Shop>('shop-by-domain', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), currentShopColumns).where('s.domain = :domain'),
);

const findById = defineStatement<Shop>('shop-by-id', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), currentShopColumns).where('s.id = :id'),
);

const findSuspension = defineStatement<{ suspended: boolean }>('suspension-of-author', (source) => {
  const shop = source.createQueryBuilder(StoredShop, 's');
  const token = shop.subQuery().select('1').from(OAuthToken, 't');
  const ofApp = token.where('t.shop_id = s.id AND t.app_id = :id AND t.suspended').getQuery();
  return shop.select(`s.api_suspended OR EXISTS ${ofApp}`, 'suspended').where('s.id = :shop_id');
});

/** Finds shops by domain. Caches the shops, so that most requests need no database query. */
@Injectable()
export class ShopDirectory {
  private readonly shops: TtlCache<string, { shop: Shop | undefined }>;

  constructor(
    private readonly database: AuthDatabase,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    this.shops = new TtlCache(10_000, clock);
  }

  get cacheCounts(): Readonly<CacheCounts> {
    return this.shops.counts;
  }

  async find(domain: string): Promise<Shop | undefined> {
    const { shop } = await this.shops.get(domain, async () => {
      const [found] = await this.database.execute({}, find, { domain });
      return { shop: found };
    });
    return shop;
  }

  /** Reads a shop from the database instead of the cache, for background jobs. */
  async findById(id: string): Promise<Shop | undefined> {
    const [found] = await this.database.execute({}, findById, { id });
    return found;
  }

  /**
   * True if the shop suspended the app or access token that started a background job. Reads the database, not
   * the cache. A person is never suspended.
   */
  async isSuspended(shop_id: string, { type, id }: Pick<Actor, 'type' | 'id'>): Promise<boolean> {
    if (type === 'person') return false;
    const [row] = await this.database.execute({ shop_id }, findSuspension, { shop_id, id });
    return row?.suspended === true;
  }

  forget(shopId: string): void {
    this.shops.forget(({ shop }) => shop?.id === shopId);
  }
}
