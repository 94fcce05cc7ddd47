import type { Fulfillment, Transaction } from '../../api/order-history';
import { type Authored, type Order, orderTimes } from '../../api/store';
import type { History } from './history';

/** Attributes and relationships of an order whose changes are recorded only as events. */
const told = ['email', 'billing_address', 'shipping_address', 'note', 'tags', 'customer'] as const;

/** A timeline entry. `what` is the id of the text that describes the change. */
export interface Entry {
  key: string;
  at: string;
  what:
    | 'placed'
    | (typeof orderTimes)[number]
    | (typeof told)[number]
    | Transaction['attributes']['kind']
    | ('fulfillment' | 'fulfillment_cancelled' | 'comment');
  author?: Authored;
  amount?: number;
  /** Untranslated text by a member of the shop or an app. */
  text?: string;
}

type Known = Pick<History, 'transactions' | 'fulfillments' | 'comments' | 'events'>;

/**
 * Returns the timeline of an order, newest entry first. Payments and fulfillments in the history replace the
 * corresponding times of the order. Changes of attributes come from events, which the platform deletes after
 * 30 days.
 */
export function timelineOf({ attributes, meta }: Order, history: Known): Entry[] {
  const { transactions, fulfillments, comments, events } = history;
  const entries: Entry[] = [{ ...entryOf('placed', meta!, attributes), what: 'placed' }];
  const replaced = [
    ...(transactions.length > 0 ? ['authorized_at', 'paid_at', 'refunded_at', 'voided_at'] : []),
    ...(fulfillments.length > 0 ? ['fulfilled_at'] : []),
  ];
  for (const what of orderTimes) {
    const at = attributes[what];
    if (at === null || replaced.includes(what)) continue;
    const change = events.find(({ attributes: { changed } }) => changed.includes(what));
    entries.push({ ...entryOf(what, { created_at: at }, change?.attributes), what });
  }
  for (const { id: key, attributes: each, meta: times } of transactions)
    entries.push({
      ...entryOf(key, times!, each),
      what: each.kind,
      amount: each.amount,
      ...textOf(each.note),
    });
  for (const { id: key, attributes: each, meta: times } of fulfillments) {
    const words = [each.carrier, each.tracking_number].filter(Boolean).join(' ');
    entries.push({ ...entryOf(key, times!, each), what: 'fulfillment', ...textOf(words) });
    if (each.status === 'cancelled') entries.push(cancellationOf(key, each, times!.updated_at));
  }
  for (const { id: key, attributes: each, meta: times } of comments)
    entries.push({ ...entryOf(key, times!, each), what: 'comment', ...textOf(each.body) });
  for (const { id, attributes: event } of events) {
    if (event.event_type !== 'orders.updated') continue;
    for (const what of told)
      if (event.changed.includes(what))
        entries.push({ ...entryOf(`${id} ${what}`, { created_at: event.occurred_at }, event), what });
  }
  return entries.sort((a, b) => b.at.localeCompare(a.at));
}

/**
 * Returns the timeline entry of a cancelled fulfillment. Old cancellations have no time and author, so their entry
 * shows the last update of the fulfillment.
 */
function cancellationOf(
  key: string,
  { cancelled_at, canceller_type, canceller_id, canceller_name }: Fulfillment['attributes'],
  updated_at: string,
): Entry {
  const author = { actor_type: canceller_type, actor_id: canceller_id, actor_name: canceller_name };
  const at = { created_at: cancelled_at ?? updated_at };
  return {
    ...entryOf(`${key} cancelled`, at, canceller_type === null ? undefined : author),
    what: 'fulfillment_cancelled',
  };
}

const entryOf = (key: string, { created_at: at }: { created_at: string }, author?: Authored) => ({
  ...{ key, at, ...(author && { author }) },
});

const textOf = (text: string | null) => (text ? { text } : {});
