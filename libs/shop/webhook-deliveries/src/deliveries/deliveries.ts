import { Injectable } from '@nestjs/common';
import type { Visibility } from '@storewright/events';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { WebhookAttempt, WebhookDelivery } from '@storewright/webhooks';
import { readDeliveryQuery } from './delivery-query';
import { deliveryListing, findStatement, type RequestParts } from './delivery-statements';
import { lastRequest } from './last-request';

/** Reads webhook deliveries. An app can read only the app's own deliveries. */
@Injectable()
export class Deliveries {
  constructor(private readonly rows: ShopRows) {}

  list(shop: Shop, { installation_id }: Visibility, query: ListQuery): Promise<Page> {
    const listing = deliveryListing(readDeliveryQuery(query, installation_id));
    return this.rows.of(shop).repository(WebhookDelivery).page(listing, query);
  }

  async find(shop: Shop, grant: Visibility, id: string): Promise<DocumentRow> {
    const rows = this.rows.of(shop);
    const statement = findStatement(shop.id, id, grant.installation_id);
    const [row] = isUuid(id) ? await rows.query<RequestParts>(statement) : [];
    if (!row) throw notFound('webhook_deliveries', id);
    const attempts = await rows.repository(WebhookAttempt).find({
      select: ['attempt', 'url', 'status', 'duration_ms', 'answer', 'error', 'attempted_at'],
      where: { delivery_id: id },
      order: { attempt: 'ASC' },
    });
    return { ...row, request: lastRequest(row, shop, grant), attempts: JSON.stringify(attempts) };
  }
}
