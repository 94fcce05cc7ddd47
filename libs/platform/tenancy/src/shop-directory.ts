import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { TtlCache } from './ttl-cache';
import type { Shop } from './shop';

const find = 'SELECT id, domain, status FROM auth.shops WHERE domain = $1';

/** Which shop has which domain. Reads once in a while, however many requests come. */
@Injectable()
export class ShopDirectory {
  private readonly shops = new TtlCache<string, { shop: Shop | undefined }>(10_000);

  constructor(private readonly database: AuthDatabase) {}

  async find(domain: string): Promise<Shop | undefined> {
    const { shop } = await this.shops.get(domain, async () => {
      const [row] = await this.database.query({}, { name: 'shop-by-domain', text: find, values: [domain] });
      return { shop: row as unknown as Shop | undefined };
    });
    return shop;
  }

  /** Reads this shop anew next time. */
  forget(shopId: string): void {
    this.shops.forget(({ shop }) => shop?.id === shopId);
  }
}
