import { createHash } from 'node:crypto';
import { type ColumnValue, type JsonText, parseJson, type Row } from '@storewright/entities';
import type { Order } from './order.entity';

/** What of an order is somebody's, and goes when that customer is redacted. Its tags and lines are the shop's words about goods. */
export const personal = ['email', 'billing_address', 'shipping_address', 'note'] as const;
export type Personal = (typeof personal)[number];

/** A customer that an order had before, and digests of the personal values that it had then and still has: what is left is found, and nothing is kept twice. */
export interface FormerCustomer {
  customer: string;
  values: readonly string[];
}

type Remembered = ColumnValue<Order['former_customers']>;

/** What an order remembers, oldest first, whose attributes `changed` get other values; `isMoved`: it gets another customer, or none. */
export function rememberCustomers(
  order: Row<Order>,
  changed: readonly string[],
  isMoved: boolean,
): Remembered {
  const { customer_id: customer } = order;
  const before = formerCustomers(order);
  if (customer === null || !isMoved) return without(order, before, changed);
  const known = before.filter((each) => each.customer === customer).flatMap(({ values }) => values);
  const values = digestsOf(order, personal).filter((digest) => !known.includes(digest));
  return without(order, [...before, { customer, values }], changed);
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

/** What an order remembers whose attributes `cleared` are cleared, as that customer is nobody any more. */
export function forgetCustomer(order: Row<Order>, id: string, cleared: readonly string[]): Remembered {
  const others = formerCustomers(order).filter(({ customer }) => customer !== id);
  return without(order, others, cleared);
}

function without(order: Row<Order>, of: readonly FormerCustomer[], names: readonly string[]): Remembered {
  const gone = digestsOf(
    order,
    personal.filter((name) => names.includes(name)),
  );
  const left = of
    .map(({ customer, values }) => ({ customer, values: values.filter((each) => !gone.includes(each)) }))
    .filter(({ values }) => values.length > 0);
  return left.length === 0 ? null : (JSON.stringify(left) as JsonText<readonly FormerCustomer[]>);
}

function formerCustomers({ former_customers }: Pick<Order, 'former_customers'>): readonly FormerCustomer[] {
  return former_customers === null ? [] : parseJson(former_customers);
}

function digestsOf(order: Row<Order>, names: readonly Personal[]): string[] {
  return names.flatMap((name) => digestOf(order, name) ?? []);
}

/** Of this order's value alone: the same one of another order has another digest. */
function digestOf(order: Row<Order>, name: Personal): string | undefined {
  const value = name === 'email' ? order.email_folded : order[name];
  if (value === null) return undefined;
  return createHash('sha256').update([order.id, name, value].join('\n')).digest('base64url').slice(0, 22);
}
