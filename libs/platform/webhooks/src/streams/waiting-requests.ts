import { defineStatement, type ShopDatabase } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { Event } from '@storewright/events';
import { WebhookDelivery } from '../webhook-delivery.entity';
import type { Holder } from './stream-leases';

/**
 * A manually requested delivery with its event. The columns of the event are null if the event has left the
 * event log.
 */
export type WaitingRequest = Pick<
  Row<WebhookDelivery>,
  'id' | 'kind' | 'event_id' | 'event_type' | 'created_at'
> & {
  test_resource: Row<WebhookDelivery>['resource'];
} & {
  [K in 'sequence' | 'epoch' | 'resource' | 'changed' | 'occurred_at' | 'traceparent']: Row<Event>[K] | null;
};

const MAX_WAITING = 10;

const waiting = defineStatement<WaitingRequest>('webhook-waiting', (source) => {
  const query = source
    .createQueryBuilder()
    .select('d.resource', 'test_resource')
    .from(WebhookDelivery, 'd')
    .leftJoin(Event, 'e', 'e.shop_id = :shop_id AND e.id = d.event_id AND e.sequence IS NOT NULL')
    .where('d.shop_id = :shop_id AND d.installation_id = :installation_id')
    // The status is in the SQL text, so that the planner can use the partial index of waiting requests.
    .andWhere(`d.status = 'waiting'`)
    .orderBy('d.id')
    .limit(MAX_WAITING);
  for (const column of ['id', 'kind', 'event_id', 'event_type', 'created_at'])
    query.addSelect(`d.${column}`, column);
  for (const column of ['sequence', 'epoch', 'resource', 'changed', 'occurred_at', 'traceparent'])
    query.addSelect(`e.${column}`, column);
  return query;
});

export function waitingRequests(
  database: ShopDatabase,
  { shop_id, installation_id }: Holder,
): Promise<WaitingRequest[]> {
  return database.execute({ shop_id }, waiting, { shop_id, installation_id });
}

export async function failDelivery(
  database: ShopDatabase,
  shop_id: string,
  { id, error, now }: { id: string; error: string; now: number },
): Promise<void> {
  const updated_at = new Date(now).toISOString();
  await database
    .of({ shop_id }, WebhookDelivery)
    .update({ shop_id, id }, { status: 'failed', error, updated_at });
}
