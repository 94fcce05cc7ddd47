import { ApiError, type Linkage, noSuch, type ParsedResource, type Row } from '@storewright/json-api';
import type { TransactionContext } from '@storewright/resources';
import { customersRepository } from '../customers/customers.repository';
import { changesOf } from '../rules';
import { type Contribution, contributionOf } from './amounts';
import type { UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';

/** The customer that an order is to have, locked. Throws 404, and 422 where it is nobody any more. `pointer`: of the linkage. */
export async function lockCustomer(
  context: TransactionContext,
  id: Linkage | undefined,
  pointer: string,
): Promise<Row | undefined> {
  if (typeof id !== 'string') return undefined;
  const [customer] = await customersRepository.lockAll(context, [id]);
  if (!customer) throw noSuch('customers', id, pointer);
  if (customer['status'] !== 'redacted') return customer;
  throw new ApiError('invalid_relationship', {
    detail: 'The customer is redacted: nobody, who orders nothing.',
    source: { pointer },
    meta: { relationship: 'customer', reason: 'redacted' },
  });
}

/** Adds to the sums of a customer who is locked, with the event of it. */
export async function addToSums(
  context: TransactionContext,
  customer: Row,
  { orders, spent }: Contribution,
): Promise<Row> {
  if (orders === 0 && spent === 0) return customer;
  return customersRepository.write(context, customer, {
    orders_count: Number(customer['orders_count']) + orders,
    total_spent_amount: String(BigInt(String(customer['total_spent_amount'])) + BigInt(spent)),
  });
}

/** What a change of an order means for the sums of its customer, or of the one before and the one now. The customers are locked. */
export async function moveSums(
  context: TransactionContext,
  before: Row,
  after: Row,
  input: ParsedResource<UpdateOrder>,
): Promise<void> {
  const { relationships, pointer, linkagePointer } = input;
  const from = before['customer_id'] as string | null;
  const to = relationships['customer'] === undefined ? from : relationships['customer'];
  const [was, is] = [contributionOf(before), contributionOf(after)];
  const next =
    to === from
      ? undefined
      : await lockCustomer(context, to, linkagePointer ?? `${pointer}/relationships/customer/data`);
  const [customer] = from === null ? [] : await customersRepository.lockAll(context, [from]);
  if (to === from && customer) {
    if (customer['status'] === 'redacted') refusePersonal(before, input);
    await addToSums(context, customer, { orders: is.orders - was.orders, spent: is.spent - was.spent });
    return;
  }
  if (to === from) return;
  if (customer) await addToSums(context, customer, { orders: -was.orders, spent: -was.spent });
  if (next) await addToSums(context, next, is);
}

const personal = ['email', 'billing_address', 'shipping_address', 'note'];

/** What was cleared for good is not filled in again by an app that still remembers it. */
function refusePersonal(row: Row, { attributes, pointer }: ParsedResource<UpdateOrder>): void {
  const [changed] = changesOf(orders, row, attributes).filter((name) => personal.includes(name));
  if (changed === undefined) return;
  throw new ApiError('invalid_attribute', {
    detail: 'The customer of the order is redacted, so nothing personal is kept here any more.',
    source: { pointer: `${pointer}/attributes/${changed}` },
    meta: { attribute: changed },
  });
}
