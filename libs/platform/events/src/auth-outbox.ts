import type { AuthDatabase, ShopDatabase, Transaction } from '@storewright/database';
import type { Resource, Row } from '@storewright/json-api';
import { v7 as uuidv7 } from 'uuid';
import { eventsChannel } from './waking';

/** A change of auth data that is an event of a shop. */
export interface AuthEvent {
  shop_id: string;
  resource: Resource;
  /** As the resource declares it. */
  change: string;
  /** The row after the change, as a GET would read it. */
  row: Row;
  /** Names of what changed; of a new one none. */
  changed?: readonly string[];
}

const columns = 'shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at';

const insert = `
  WITH event AS (
    INSERT INTO auth.event_outbox (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
  )
  SELECT pg_notify($8, $1::text)`;

/**
 * Writes the event in the transaction of the change: both are there or neither. The row is locked, and the transaction's context is the shop. The address in
 * the event is a path until it is carried over: the operator's commands know no addresses.
 */
export async function recordAuthEvent(transaction: Transaction, event: AuthEvent): Promise<void> {
  const { shop_id, resource, change, row, changed = [] } = event;
  if (!resource.events.includes(change))
    throw new Error(`${resource.type} does not declare ${change} as an event`);
  const object = resource.render(row, '');
  const type = `${resource.type}.${change}`;
  const values = [shop_id, uuidv7(), type, resource.type, row['id'], object, changed, eventsChannel];
  await transaction.query({ text: insert, values });
}

/** The shops whose events wait to be carried over. As the worker's role. */
export async function shopsToRelay(auth: AuthDatabase): Promise<string[]> {
  const rows = await auth.query(
    {},
    { name: 'shops-to-relay', text: 'SELECT auth.shops_to_relay() AS shop_id' },
  );
  return rows.map(({ shop_id }) => String(shop_id));
}

/** Events that are carried over at once. */
const mostRelayed = 1_000;

const relay = {
  read: `SELECT ${columns} FROM auth.event_outbox WHERE shop_id = $1 ORDER BY occurred_at, id LIMIT ${mostRelayed}`,
  write: `INSERT INTO shop.events (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (shop_id, id) DO NOTHING`,
  remove: 'DELETE FROM auth.event_outbox WHERE shop_id = $1 AND id = ANY ($2::uuid[])',
};

/**
 * Carries the shop's events from the auth data over to its log, in their order, then removes them. What fails between is done again: an event is there
 * once by its id. Nothing is locked, so that two who do it at once never leave out what comes before: both carry over all of it. `authUrl`: the auth API as
 * its clients see it. As the worker's role.
 */
export async function relayEvents(
  auth: AuthDatabase,
  shop: ShopDatabase,
  shop_id: string,
  authUrl: string,
): Promise<number> {
  const context = { shop_id };
  const events = await auth.query(context, { name: 'relay-read', text: relay.read, values: [shop_id] });
  if (events.length === 0) return 0;
  await shop.transaction(context, async (transaction) => {
    for (const event of events) {
      const carried = { ...event, resource: withAddress(String(event['resource']), authUrl) } as Row;
      const values = columns.split(', ').map((column) => carried[column]);
      await transaction.query({ name: 'relay-write', text: relay.write, values });
    }
  });
  const ids = events.map(({ id }) => id);
  await auth.query(context, { name: 'relay-remove', text: relay.remove, values: [shop_id, ids] });
  return events.length;
}

/** The same resource object with its whole address. */
function withAddress(resource: string, origin: string): string {
  const object = JSON.parse(resource) as { links: { self: string } };
  object.links.self = origin + object.links.self;
  return JSON.stringify(object);
}
