import { createHash } from 'node:crypto';
import { type ColumnValue, type JsonText, parseJson, type Row } from '@storewright/entities';
import type { Order } from './order.entity';

/**
 * Personal attributes of an order, which a redaction erases. Tags and line items describe goods, so they
 * remain.
 */
export const personal = ['email', 'billing_address', 'shipping_address', 'note'] as const;
export type Personal = (typeof personal)[number];

/**
 * A customer to whom an order previously belonged, with digests of the customer's personal data in the order.
 * A digest avoids a second copy of the data.
 */
export interface FormerCustomer {
  customer: string;
  values: readonly string[];
}

type Remembered = ColumnValue<Order['former_customers']>;

/**
 * Returns the former customers of an order after an update, oldest first. `changed` names the attributes with
 * new values. `isMoved` is true if the update changes or removes the customer of the order.
 */
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

/**
 * Returns the personal attributes of an order whose value still comes from this former customer. Excludes
 * values that the current customer had first.
 */
export function leftFrom(order: Row<Order>, id: string): Personal[] {
  const before = formerCustomers(order);
  return personal.filter((name) => {
    const digest = digestOf(order, name);
    const had = before.filter(({ values }) => digest !== undefined && values.includes(digest));
    return had.some(({ customer }) => customer === id) && had[0]!.customer !== order.customer_id;
  });
}

/**
 * Returns the former customers of an order after a redaction of the customer `id` erased the attributes in
 * `cleared`.
 */
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

/**
 * Returns a digest of a personal attribute. The digest also depends on the order id, so that equal values in
 * two orders have different digests.
 */
function digestOf(order: Row<Order>, name: Personal): string | undefined {
  const value = name === 'email' ? order.email_folded : order[name];
  if (value === null) return undefined;
  return createHash('sha256').update([order.id, name, value].join('\n')).digest('base64url').slice(0, 22);
}
