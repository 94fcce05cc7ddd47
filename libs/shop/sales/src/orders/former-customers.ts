import { createHash } from 'node:crypto';
import { type ColumnValue, type JsonText, parseJson, type Row } from '@storewright/entities';
import type { Order } from './order.entity';

/** What of an order is somebody's, and goes when that customer is redacted. Its tags and lines are the shop's words about goods. */
export const personal = ['email', 'billing_address', 'shipping_address', 'note'] as const;
export type Personal = (typeof personal)[number];

/** A customer that an order had before, and digests of the personal values that it had then: what is still there is found, and nothing is kept twice. */
export interface FormerCustomer {
  customer: string;
  values: readonly string[];
}

/** What an order remembers that gets another customer, or none: oldest first. */
export function rememberCustomer(order: Row<Order>): ColumnValue<Order['former_customers']> {
  const { customer_id: customer } = order;
  const before = formerCustomers(order);
  if (customer === null) return order.former_customers;
  const known = before.filter((each) => each.customer === customer).flatMap(({ values }) => values);
  const values = personal
    .map((name) => digestOf(order, name))
    .filter((digest) => digest !== undefined && !known.includes(digest)) as string[];
  return values.length === 0 ? order.former_customers : asJson([...before, { customer, values }]);
}

export const hadCustomer = (order: Pick<Order, 'former_customers'>, id: string) =>
  formerCustomers(order).some(({ customer }) => customer === id);

/** The personal attributes that are what they were with that customer; not those that were the present one's before that. */
export function leftFrom(order: Row<Order>, id: string): Personal[] {
  const before = formerCustomers(order);
  return personal.filter((name) => {
    const digest = digestOf(order, name);
    const had = before.filter(({ values }) => digest !== undefined && values.includes(digest));
    return had.some(({ customer }) => customer === id) && had[0]!.customer !== order.customer_id;
  });
}

/** What an order remembers when that customer is nobody any more. */
export function forgetCustomer(order: Row<Order>, id: string): ColumnValue<Order['former_customers']> {
  const left = formerCustomers(order).filter(({ customer }) => customer !== id);
  return left.length === 0 ? null : asJson(left);
}

function formerCustomers({ former_customers }: Pick<Order, 'former_customers'>): readonly FormerCustomer[] {
  return former_customers === null ? [] : parseJson(former_customers);
}

/** As the database keeps it and prints it, so that it compares as text. */
const asJson = (of: readonly FormerCustomer[]) => JSON.stringify(of) as JsonText<readonly FormerCustomer[]>;

/** Of this order's value alone: the same one of another order has another digest. */
function digestOf(order: Row<Order>, name: Personal): string | undefined {
  const value = name === 'email' ? order.email_folded : order[name];
  if (value === null) return undefined;
  return createHash('sha256').update([order.id, name, value].join('\n')).digest('base64url').slice(0, 22);
}
