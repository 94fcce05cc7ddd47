import { Injectable } from '@nestjs/common';
import { AuthDatabase, defineStatement, selectColumns } from '@storewright/database';
import { Shop as StoredShop } from '@storewright/entities';
import { TtlCache } from './ttl-cache';
import type { Shop } from './shop';

const find = defineStatement<Shop>('shop-by-domain', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), ['id', 'domain', 'status']).where(
    's.domain = :domain',
  ),
);

/** Which shop has which domain. Reads once in a while, however many requests come. */
@Injectable()
export class ShopDirectory {
  private readonly shops = new TtlCache<string, { shop: Shop | undefined }>(10_000);

  constructor(private readonly database: AuthDatabase) {}

  async find(domain: string): Promise<Shop | undefined> {
    const { shop } = await this.shops.get(domain, async () => {
      const [found] = await this.database.execute({}, find, { domain });
      return { shop: found };
    });
    return shop;
  }

  /** Reads this shop anew next time. */
  forget(shopId: string): void {
    this.shops.forget(({ shop }) => shop?.id === shopId);
  }
}
