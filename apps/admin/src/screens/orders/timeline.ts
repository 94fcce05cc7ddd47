import type { Resource } from '../../api/documents';
import { type Order, type OrderStates, orderTimes } from '../../api/store';

/** An item of `GET /api/events` about this order. */
export type OrderEvent = Resource<{
  event_type: string;
  changed: string[];
  occurred_at: string;
  data: { attributes: OrderStates };
}>;

/** An entry of the timeline. `what` is a time of the order, the new state, or a changed attribute. */
export interface Entry {
  at: string;
  what:
    | 'placed'
    | (typeof orderTimes)[number]
    | 'partial'
    | 'email'
    | 'billing_address'
    | 'shipping_address'
    | 'note'
    | 'tags';
}

const told = ['email', 'billing_address', 'shipping_address', 'note', 'tags'] as const;

/**
 * Builds the timeline, newest first. State changes come from the order. Other changes come from events, which
 * are deleted after 30 days.
 */
export function timelineOf({ attributes, meta }: Order, events: readonly OrderEvent[]): Entry[] {
  const entries: Entry[] = [{ at: meta!.created_at, what: 'placed' }];
  for (const what of orderTimes) {
    const at = attributes[what];
    if (at !== null) entries.push({ at, what });
  }
  for (const event of events) {
    const { event_type, changed, occurred_at: at, data } = event.attributes;
    if (event_type !== 'orders.updated') continue;
    if (changed.includes('fulfillment_status') && data.attributes.fulfillment_status === 'partial')
      entries.push({ at, what: 'partial' });
    for (const what of told) if (changed.includes(what)) entries.push({ at, what });
  }
  return entries.sort((a, b) => b.at.localeCompare(a.at));
}
