import {
  type AuthDatabase,
  defineStatement,
  namedValues,
  selectColumns,
  type ShopDatabase,
  sqlState,
  type Transaction,
} from '@storewright/database';
import { type ColumnName, columnsOf, type JsonText, OutboxEvent, parseJson } from '@storewright/entities';
import type { Resource, DocumentRow } from '@storewright/json-api';
import { traceparent } from '@storewright/tracing';
import { v7 as uuidv7 } from 'uuid';

/**
 * NOTIFY channel of the auth database for new outbox events. The payload is the shop id. The name differs
 * from the channel of the shop database, because one Postgres database can contain both schemas.
 */
export const authEventsChannel = 'storewright_auth_events';

export interface AuthEvent {
  shop_id: string;
  resource: Resource;
  /** Second part of the event type, such as `updated`. The resource must declare the event. */
  change: string;
  row: DocumentRow;
  changed?: readonly string[];
}

const outboxColumns = columnsOf(OutboxEvent)
  .map(({ name }) => name as ColumnName<OutboxEvent>)
  .filter((name) => name !== 'refused_at');

/** Inserts an event into the outbox. Postgres sends the notification on commit. */
const insert = defineStatement('auth-outbox-insert', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(OutboxEvent)
    .values({ ...namedValues<OutboxEvent>(...outboxColumns), occurred_at: () => 'clock_timestamp()' })
    .returning('pg_notify(:channel, shop_id::text)')
    .setParameter('channel', authEventsChannel),
);

/**
 * Inserts an event into the outbox, in the transaction that changes the auth data. The caller must have
 * locked the changed row and set the shop as context. The self link in the event has no origin until
 * `relayEvents` adds it, because operator commands do not know the URL of the API.
 */
export async function recordAuthEvent(transaction: Transaction, event: AuthEvent): Promise<void> {
  const { shop_id, resource, change, row, changed = [] } = event;
  if (!resource.events.includes(change))
    throw new Error(`${resource.type} does not declare the event ${change}`);
  await transaction.execute(insert, {
    ...{ shop_id, id: uuidv7(), type: `${resource.type}.${change}`, changed },
    ...{ resource_type: resource.type, resource_id: row['id'], resource: resource.render(row, '') },
    traceparent: traceparent() ?? null,
  });
}

/** Returns the ids of shops with events in the outbox. Requires the worker's database role. */
export async function shopsToRelay(auth: AuthDatabase): Promise<string[]> {
  const rows = await auth.query(
    {},
    { name: 'shops-to-relay', text: 'SELECT auth.shops_to_relay() AS shop_id' },
  );
  return (rows as Pick<OutboxEvent, 'shop_id'>[]).map(({ shop_id }) => shop_id);
}

/** Maximum number of events that one transaction copies from the outbox to the event log. */
const MAX_RELAYED = 1_000;

const read = defineStatement<OutboxEvent>('relay-read', (source) =>
  selectColumns(source.createQueryBuilder(OutboxEvent, 'o'), outboxColumns)
    .where('o.shop_id = :shop_id AND o.refused_at IS NULL')
    .orderBy('o.occurred_at')
    .addOrderBy('o.id')
    .limit(MAX_RELAYED),
);

const remove = defineStatement('relay-remove', (source) =>
  source.createQueryBuilder().delete().from(OutboxEvent).where('shop_id = :shop_id AND id = ANY (:ids)'),
);

/** Ignores an event that the event log already contains. */
const write = `INSERT INTO shop.events (${outboxColumns.join()})
                VALUES (${outboxColumns.map((_, at) => `$${at + 1}`).join()}) ON CONFLICT (shop_id,
                id) DO NOTHING`;

const refuse = defineStatement('relay-refuse', (source) =>
  source
    .createQueryBuilder()
    .update(OutboxEvent)
    .set({ refused_at: () => 'clock_timestamp()' })
    .where('shop_id = :shop_id AND id = :id'),
);

export interface RelayResult {
  carried: number;
  /** Events with values that the event log rejects, which remain in the outbox. */
  refused: { id: string; error: Error }[];
}

/**
 * Moves a shop's events from the outbox to its event log, in order. Concurrent calls are safe without locks,
 * because the event log ignores an event that it already contains. `authUrl` is the public URL of the auth
 * API. Requires the worker's database role.
 */
export async function relayEvents(
  auth: AuthDatabase,
  shop: ShopDatabase,
  shop_id: string,
  authUrl: string,
): Promise<RelayResult> {
  const context = { shop_id };
  const refused: RelayResult['refused'] = [];
  const carry = (events: OutboxEvent[]) => carryOver(shop, shop_id, events, authUrl);
  const events = await auth.execute(context, read, { shop_id });
  const carried = await carry(events).then(
    () => events,
    async (error: unknown) => {
      if (!isRowError(error)) throw error;
      return oneByOne(events, carry, refused);
    },
  );
  for (const { id } of refused) await auth.execute(context, refuse, { shop_id, id });
  if (carried.length > 0) await auth.execute(context, remove, { shop_id, ids: carried.map(({ id }) => id) });
  return { carried: carried.length, refused };
}

async function carryOver(
  shop: ShopDatabase,
  shop_id: string,
  events: OutboxEvent[],
  authUrl: string,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, resource: withAddress(event.resource, authUrl) }));
  await shop.transaction({ shop_id }, async (transaction) => {
    for (const row of rows) {
      const values = outboxColumns.map((column) => row[column]);
      await transaction.query({ name: 'relay-write', text: write, values });
    }
  });
}

async function oneByOne(
  events: OutboxEvent[],
  carry: (events: OutboxEvent[]) => Promise<void>,
  refused: RelayResult['refused'],
): Promise<OutboxEvent[]> {
  const carried: OutboxEvent[] = [];
  for (const event of events) {
    try {
      await carry([event]);
      carried.push(event);
    } catch (error) {
      if (!isRowError(error)) throw error;
      refused.push({ id: event.id, error: error as Error });
    }
  }
  return carried;
}

/**
 * True if a retry cannot succeed, because a value of the event is invalid (SQLSTATE class 22 or 23, or
 * invalid JSON).
 */
function isRowError(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof TypeError) return true;
  return /^2[23]/.test(sqlState(error) ?? sqlState((error as { cause?: unknown }).cause) ?? '');
}

function withAddress(resource: string, origin: string): string {
  const object = parseJson(resource as JsonText<{ links: { self: string } }>);
  object.links.self = origin + object.links.self;
  return JSON.stringify(object);
}
