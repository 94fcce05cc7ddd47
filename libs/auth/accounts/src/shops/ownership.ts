import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { ApiError } from '@storewright/json-api';
import type { Shop } from '@storewright/tenancy';

const find = `SELECT s.id, s.domain, s.status FROM auth.shop_owners o JOIN auth.shops s ON s.id = o.shop_id
  WHERE o.shop_id = $1 AND o.owner_id = $2`;

/** Whose shop is whose. */
@Injectable()
export class Ownership {
  constructor(private readonly database: AuthDatabase) {}

  /** The shop, where the person owns it. Both ids are UUIDs in lower case. */
  async find(shopId: string, ownerId: string): Promise<Shop | undefined> {
    const statement = { name: 'shop-of-owner', text: find, values: [shopId, ownerId] };
    const [row] = await this.database.query({ owner_id: ownerId }, statement);
    return row as unknown as Shop | undefined;
  }

  /** Of any shop: it is in its public address. */
  async domainOf(shopId: string): Promise<string | undefined> {
    const statement = { text: 'SELECT domain FROM auth.shops WHERE id = $1', values: [shopId] };
    const [row] = await this.database.query({}, statement);
    return row && String(row['domain']);
  }
}

export function shopSuspended(): ApiError {
  return new ApiError('shop_suspended', { detail: 'The shop is suspended; ask its operator.' });
}
