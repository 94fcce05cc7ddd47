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
 * Channel of the auth database for waiting events. The payload is the shop id. The name differs from the
 * channel of shop events, because one database can hold both kinds of data.
 */
export const authEventsChannel = 'storewright_auth_events';

/** A change of auth data that becomes an event in the log of a shop. */
export interface AuthEvent {
  shop_id: string;
  resource: Resource;
  /** Name of the event as declared by the resource. */
  change: string;
  /** The changed row, with the columns that a GET reads. */
  row: DocumentRow;
  /** Names of the changed attributes. Empty for a new row. */
  changed?: readonly string[];
}

const outboxColumns = columnsOf(OutboxEvent)
  .map(({ name }) => name as ColumnName<OutboxEvent>)
  .filter((name) => name !== 'refused_at');

/** Postgres sends the notification when the transaction commits. */
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
 * Writes the event in the transaction of the change. The caller must have locked the row and set the shop as
 * context. The link in the event is only a path, because operator commands do not know the URL of the API.
 * `relayEvents` completes the link.
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

/** Returns the shops with waiting events of auth data. Requires the worker's role. */
export async function shopsToRelay(auth: AuthDatabase): Promise<string[]> {
  const rows = await auth.query(
    {},
    { name: 'shops-to-relay', text: 'SELECT auth.shops_to_relay() AS shop_id' },
  );
  return (rows as Pick<OutboxEvent, 'shop_id'>[]).map(({ shop_id }) => shop_id);
}

/** Maximum number of events that one transaction copies. */
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

/** Writes an event to the shop's log, which has the same columns. An existing event stays unchanged. */
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
  /** Events with invalid values. They stay in the outbox. */
  refused: { id: string; error: Error }[];
}

/**
 * Copies the shop's events from the auth data to its log in order, then deletes them. Repeating this is
 * harmless, because events are unique by id. Takes no locks, so concurrent callers copy the same events
 * instead of skipping some. `authUrl` is the public URL of the auth API. Requires the worker's role.
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
 * True if the values of the event are invalid, so that a retry cannot succeed (SQLSTATE classes 22 and 23, or
 * invalid JSON).
 */
function isRowError(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof TypeError) return true;
  return /^2[23]/.test(sqlState(error) ?? sqlState((error as { cause?: unknown }).cause) ?? '');
}

/** Completes the path in the self link of the resource object to a URL. */
function withAddress(resource: string, origin: string): string {
  const object = parseJson(resource as JsonText<{ links: { self: string } }>);
  object.links.self = origin + object.links.self;
  return JSON.stringify(object);
}
