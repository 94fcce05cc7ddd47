import { parseJson, type Row } from '@storewright/entities';
import { ApiError, type Linkage, noSuch, type ParsedResource } from '@storewright/json-api';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Customer } from '../customers/customer.entity';
import { addAmount, type CurrencyAmount, spentOf } from '../customers/spent-amounts';
import { changedAttributes } from '../rules';
import { type Contribution, contributionOf } from './amounts';
import { personal } from './former-customers';
import type { Order } from './order.entity';
import type { UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';

/**
 * Locks the customers with these ids in ascending order of id. Returns the existing customers with their
 * spent amounts per currency.
 */
export async function lockCustomers(tx: ShopTransaction, ids: readonly string[]): Promise<Row<Customer>[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .repository(Customer)
    .find({ where: { id: Any([...ids]) }, order: { id: 'ASC' }, lock: 'no_key_update' });
  return Promise.all(found.map(async (customer) => withSums(customer, await spentOf(tx, customer))));
}

const withSums = (customer: Row<Customer>, sums: readonly CurrencyAmount[]): Row<Customer> => ({
  ...customer,
  total_spent: JSON.stringify(sums) as Row<Customer>['total_spent'],
});

/**
 * Locks the customer of an order. Throws 404 if the customer does not exist, and 422 if the customer is
 * redacted. `pointer` is the JSON pointer to `data` of the relationship `customer`.
 */
export async function lockCustomer(
  tx: ShopTransaction,
  id: Linkage | undefined,
  pointer: string,
): Promise<Row<Customer> | undefined> {
  if (typeof id !== 'string') return undefined;
  const [customer] = await lockCustomers(tx, [id]);
  if (!customer) throw noSuch('customers', id, pointer);
  if (customer.status !== 'redacted') return customer;
  throw new ApiError('invalid_relationship', {
    detail: 'No orders can be placed for this customer. Use another customer, or omit the customer.',
    source: { pointer },
    meta: { relationship: 'customer', reason: 'status' },
    disclosed: {
      scope: 'customers.get',
      detail: 'This customer’s data was erased, so no orders can be placed for them.',
      meta: { relationship: 'customer', reason: 'redacted' },
    },
  });
}

export async function addToSums(
  tx: ShopTransaction,
  customer: Row<Customer>,
  { orders, spent, currency_code }: Contribution,
): Promise<void> {
  if (orders === 0 && spent === 0) return;
  const sums = parseJson<readonly CurrencyAmount[]>(customer.total_spent);
  await tx.repository(Customer).update(customer, {
    orders_count: customer.orders_count + orders,
    total_spent: addAmount(sums, { currency_code, amount: spent }),
    total_spent_amount: String(BigInt(customer.total_spent_amount) + BigInt(spent)),
  });
}

/**
 * Updates the order count and spent amounts of a customer after a change of an order. If the order gets a
 * different customer, updates both customers. The caller must have locked the customers.
 */
export async function moveSums(
  tx: ShopTransaction,
  order: Row<Order>,
  next: Contribution,
  input: ParsedResource<UpdateOrder>,
): Promise<void> {
  const { relationships, pointer, linkagePointer } = input;
  const before = contributionOf(order);
  const from = order.customer_id;
  const to = relationships['customer'] === undefined ? from : relationships['customer'];
  const place = linkagePointer ?? `${pointer}/relationships/customer/data`;
  const newCustomer = to === from ? undefined : await lockCustomer(tx, to, place);
  const [customer] = from === null ? [] : await lockCustomers(tx, [from]);
  if (customer && to === from) {
    if (customer.status === 'redacted') refusePersonal(order, input);
    const added = { ...next, orders: next.orders - before.orders, spent: next.spent - before.spent };
    await addToSums(tx, customer, added);
  } else if (to !== from) {
    if (customer) await addToSums(tx, customer, { ...before, orders: -before.orders, spent: -before.spent });
    if (newCustomer) await addToSums(tx, newCustomer, next);
  }
}

/**
 * Rejects new personal data for an order of a redacted customer. Otherwise an app could restore the erased
 * data.
 */
function refusePersonal(order: Row<Order>, { attributes, pointer }: ParsedResource<UpdateOrder>): void {
  const [changed] = changedAttributes(orders, order, attributes).filter((name) =>
    (personal as readonly string[]).includes(name),
  );
  if (changed === undefined) return;
  throw new ApiError('invalid_attribute', {
    detail: 'This order can no longer store personal data. Omit personal attributes.',
    source: { pointer: `${pointer}/attributes/${changed}` },
    meta: { attribute: changed },
    disclosed: {
      scope: 'customers.get',
      detail:
        'The customer of this order was redacted, so the order cannot store personal data. Omit personal attributes.',
    },
  });
}
