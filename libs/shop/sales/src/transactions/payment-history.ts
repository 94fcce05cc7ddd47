import { allInOrder } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { authorOf, type InsertValues, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { OrderCode } from '../orders/order-code.entity';
import type { Order } from '../orders/order.entity';
import { type Entry, missingEntries, type PaymentSums, sumsOf } from './payment-rules';
import { Transaction } from './transaction.entity';

export type StoredEntry = Row<Transaction>;

/**
 * Reads the payment transactions of an order. The caller must lock the order first, so that no concurrent
 * request adds a transaction.
 */
export function readEntries(tx: ShopTransaction, order_id: string): Promise<StoredEntry[]> {
  return tx.repository(Transaction).find({ where: { order_id } });
}

/**
 * Writes payment transactions of a new or locked order, with an event per transaction. Sends all statements
 * before it returns.
 */
export function recordEntries(
  tx: ShopTransaction,
  order: Pick<Order, 'id' | 'currency_code'>,
  entries: readonly Entry[],
  more: InsertValues<Transaction> = {},
): Promise<unknown>[] {
  const author = authorOf(tx.shop);
  return entries.map((entry) =>
    tx.repository(Transaction).insert({ ...valuesOf(order, entry), ...author, ...more }),
  );
}

export const valuesOf = (
  { id: order_id, currency_code }: Pick<Order, 'id' | 'currency_code'>,
  entry: Entry,
): InsertValues<Transaction> => ({
  ...{ id: uuidv7(), order_id, currency_code, derived: false },
  ...entry,
});

/**
 * Returns the sums of the payment transactions of a locked order. First adds missing transactions, derived
 * from the columns of the order, because an older version of the service may have changed the payment without
 * writing transactions.
 */
export async function completeHistory(
  tx: ShopTransaction,
  order: Row<Order>,
  entries: readonly StoredEntry[],
): Promise<PaymentSums> {
  const sums = sumsOf(entries);
  if (missingEntries(order, [], sums).length === 0) return sums;
  const gifts = await tx
    .repository(OrderCode)
    .find({ where: { order_id: order.id }, order: { code_id: 'ASC' } });
  const missing = missingEntries(order, gifts, sums);
  const derived = missing.map((entry) =>
    recordEntries(tx, order, [entry], {
      ...{ derived: true, actor_type: null, actor_id: null, actor_name: null },
      ...timesOf(order, entry),
    }),
  );
  await allInOrder(derived.flat());
  return sumsOf([...entries, ...missing]);
}

/**
 * Returns the id and the times of a missing payment transaction. Uses the time at which the order entered the
 * payment state.
 */
function timesOf(order: Row<Order>, { kind }: Entry): InsertValues<Transaction> {
  const times = { authorization: order.authorized_at, capture: order.paid_at, refund: order.refunded_at };
  const at = (times as Partial<Record<string, string | null>>)[kind] ?? order.created_at;
  const time = new SqlValue({ name: 'given time', sql: ':at::timestamptz', parameters: { at } });
  return { id: uuidv7({ msecs: Date.parse(at) }), created_at: time, updated_at: time };
}
