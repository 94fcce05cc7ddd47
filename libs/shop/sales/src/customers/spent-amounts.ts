import { type JsonText, parseJson, type Row } from '@storewright/entities';
import type { JsonSchema } from '@storewright/json-api';
import type { ShopTransaction } from '@storewright/tenancy';
import { Order } from '../orders/order.entity';
import type { Customer } from './customer.entity';

export interface CurrencyAmount {
  currency_code: string;
  /** Sum in minor units of currency_code. */
  amount: number;
}

export const currencyAmountsSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      currency_code: { type: 'string', pattern: '^[A-Z]{3}$' },
      amount: { type: 'integer', description: 'Sum of the amounts in minor units of currency_code.' },
    },
    required: ['currency_code', 'amount'],
    additionalProperties: false,
  },
};

/** Adds an amount to the sum in the same currency. Sorts the sums by currency and omits zero sums. */
export function addAmount(sums: readonly CurrencyAmount[], added: CurrencyAmount): CurrencyAmount[] {
  const before = sums.find(({ currency_code }) => currency_code === added.currency_code)?.amount ?? 0;
  const others = sums.filter(({ currency_code }) => currency_code !== added.currency_code);
  const amount = before + added.amount;
  const next = amount === 0 ? others : [...others, { currency_code: added.currency_code, amount }];
  return next.sort((one, other) => (one.currency_code < other.currency_code ? -1 : 1));
}

/**
 * Returns the amounts per currency that a locked customer has spent. If an older version of the service has
 * updated only `total_spent_amount`, computes the amounts from the orders.
 */
export async function spentOf(tx: ShopTransaction, customer: Row<Customer>): Promise<CurrencyAmount[]> {
  const sums = parseJson<CurrencyAmount[]>(customer.total_spent as JsonText<CurrencyAmount[]>);
  const total = sums.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return total === BigInt(customer.total_spent_amount) ? sums : spentInOrders(tx, customer.id);
}

async function spentInOrders(tx: ShopTransaction, customer_id: string): Promise<CurrencyAmount[]> {
  const rows = await tx
    .repository(Order)
    .select(
      'spent by currency',
      (query) =>
        query
          .addSelect('t.currency_code', 'currency_code')
          .addSelect('sum(t.paid_amount - t.refunded_amount)::bigint', 'amount')
          .where('t.customer_id = :customer_id')
          .andWhere('t.status <> :cancelled')
          .groupBy('t.currency_code'),
      { customer_id, cancelled: 'cancelled' },
    );
  const none: CurrencyAmount[] = [];
  return rows.reduce<CurrencyAmount[]>(
    (sums, { currency_code, amount }) =>
      addAmount(sums, { currency_code: String(currency_code), amount: Number(amount) }),
    none,
  );
}
