import { Injectable } from '@nestjs/common';
import type { Audience } from '@storewright/events';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { readDetailedPage } from '../detailed-page';
import { asked } from './asked';
import { attemptsStatement, columns, details, findStatement, shown } from './delivery-statements';
import { lastRequest } from './last-request';

/** The deliveries of a shop as they are told to whoever holds a token of it: an app is told of its own. */
@Injectable()
export class Deliveries {
  constructor(private readonly rows: ShopRows) {}

  list(shop: Shop, { installation_id }: Audience, query: ListQuery): Promise<Page> {
    const listing = {
      ...{ columns, shown, details, keys: { id: 'd.id' } },
      ...asked(shop.id, query, installation_id),
    };
    return readDetailedPage(this.rows.of(shop), listing, query);
  }

  async find(shop: Shop, grant: Audience, id: string): Promise<Row> {
    const rows = this.rows.of(shop);
    const [row] = isUuid(id) ? await rows.query(findStatement(shop.id, id, grant.installation_id)) : [];
    if (!row) throw notFound('webhook_deliveries', id);
    const attempts = await rows.query(attemptsStatement(shop.id, id));
    return { ...row, request: lastRequest(row, shop, grant), attempts: JSON.stringify(attempts) };
  }
}
