import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../api/documents';
import type { Fulfillment, OrderComment, OrderEvent, Transaction } from '../../api/order-history';
import { shopPage } from '../../api/shop-api';
import { createObject, type Order, type StoreObject } from '../../api/store';
import { useIdempotencyKey } from '../../parts/idempotency-key';
import { toast } from '../../parts/toast';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Maximum number of history entries per kind of entry. */
const MAX_ENTRIES = 100;

export interface History {
  transactions: Transaction[];
  fulfillments: Fulfillment[];
  comments: OrderComment[];
  events: OrderEvent[];
  isIncomplete: boolean;
  refetch: () => void;
}

export interface EntryFormProps {
  order: Order;
  history: History;
  onClose: () => void;
}

/** Loads the history entries of an order that the user can read, newest first. */
export function useHistory({ id }: Order): History {
  const own = { 'filter[order]': id, sort: '-created_at' };
  const transactions = useEntries<Transaction>('transactions', id, own);
  const fulfillments = useEntries<Fulfillment>('fulfillments', id, own);
  const comments = useEntries<OrderComment>('order_comments', id, own);
  const events = useEntries<OrderEvent>('events', id, {
    'filter[resource_type]': 'orders',
    'filter[resource_id]': id,
    sort: '-sequence',
  });
  const all = [transactions, fulfillments, comments, events];
  return {
    transactions: transactions.data?.data ?? [],
    fulfillments: fulfillments.data?.data ?? [],
    comments: comments.data?.data ?? [],
    events: events.data?.data ?? [],
    isIncomplete: all.some(({ error, data }) => error && !data),
    refetch: () => all.forEach((each) => void each.refetch()),
  };
}

function useEntries<R extends Resource<object>>(type: string, order: string, query: Record<string, string>) {
  const shop = useShop();
  const may = useMay();
  return useQuery({
    queryKey: [type, shop.id, 'of', order],
    enabled: may(`${type}.collection`),
    queryFn: ({ signal }) =>
      shopPage<R>(shop.id, `/api/${type}`, { query: { ...query, 'page[size]': MAX_ENTRIES }, signal }),
  });
}

/**
 * Returns a function that adds a history entry to an order, such as a payment, and reloads the order. A retry after a
 * lost response adds no second entry.
 */
export function useNewEntry({
  id,
  attributes: { number },
}: Order): (type: string, attributes: object) => Promise<void> {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  return async (type, attributes) => {
    const data = { type, attributes, relationships: { order: { data: { type: 'orders', id } } } };
    await createObject<StoreObject>(shop.id, data, keyFor(JSON.stringify(data)));
    toast(t('store.saved.of', { name: `#${number}` }));
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === shop.id });
  };
}
