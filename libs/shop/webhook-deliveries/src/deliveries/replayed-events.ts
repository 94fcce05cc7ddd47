import { eventStatement, type LoggedEvent, rangeStatement } from '@storewright/events';
import { type ApiError, invalidAttribute } from '@storewright/json-api';
import type { RowsOfShop } from '@storewright/tenancy';
import type { CreateDelivery } from './delivery.dto';
import { receivesEvent, type Subscription } from './subscription';

export const MAX_REPLAYED = 1_000;

type Rows = Pick<RowsOfShop, 'query'>;
const scope = 'webhook_deliveries.get';

export async function findReplayedEvent(
  rows: Rows,
  shop_id: string,
  subscription: Subscription,
  id: string,
): Promise<LoggedEvent> {
  const [event] = await rows.query<LoggedEvent>(eventStatement(shop_id, subscription.visibility, id));
  if (event && receives(subscription, event)) return event;
  throw notReceived(
    'event_id',
    `There is no event "${id}" in the log that this installation receives`,
    subscription,
  );
}

/**
 * Returns the events in a range that the installation may receive, in order. Can be limited to one event
 * type.
 */
export async function findReplayedRange(
  rows: Rows,
  shop_id: string,
  subscription: Subscription,
  { first_sequence, last_sequence, event_type }: CreateDelivery,
): Promise<LoggedEvent[]> {
  checkSubscribed(subscription, event_type);
  const types = event_type ? [event_type] : subscription.types;
  const bounds = { above: first_sequence! - 1, below: last_sequence! + 1 };
  const range = { shop_id, visibility: subscription.visibility, types, ...bounds };
  const events = await rows.query<LoggedEvent>(rangeStatement(range, MAX_REPLAYED + 1));
  if (events.length > MAX_REPLAYED) {
    const detail = `The range must contain at most ${MAX_REPLAYED} events`;
    const last = `the first ${MAX_REPLAYED} events end with the sequence number ${events[MAX_REPLAYED - 1]!.sequence}`;
    throw invalidAttribute('last_sequence', `${detail}.`, { scope, detail: `${detail}: ${last}.` });
  }
  const received = events.filter((event) => receives(subscription, event));
  if (received.length) return received;
  throw notReceived(
    'last_sequence',
    `None of the events from ${first_sequence} to ${last_sequence} is in the log and for this installation`,
    subscription,
  );
}

export function checkSubscribed(subscription: Subscription, type: CreateDelivery['event_type']): void {
  if (type === undefined || subscription.types.includes(type)) return;
  throw notReceived('event_type', `This installation does not receive ${type}`, subscription);
}

function receives(subscription: Subscription, { type, occurred_at }: LoggedEvent): boolean {
  return subscription.types.includes(type) && receivesEvent(subscription, type, occurred_at);
}

/**
 * Creates the error for an event that the installation does not receive. The detail lists the subscribed
 * event types only for tokens that may read the subscription.
 */
function notReceived(attribute: string, refusal: string, { types, installed_at }: Subscription): ApiError {
  const received = `events of the types ${types.join(', ')} that occurred at or after ${installed_at}`;
  const detail = `${refusal}. The installation receives ${received}.`;
  return invalidAttribute(attribute, `${refusal}.`, { scope, detail });
}
