import { allInOrder } from '@storewright/database';
import type { ParsedResource } from '@storewright/json-api';
import type { PlannedWrite, RowLock } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { OrderCode } from './order-code.entity';
import { OrderVariant } from './order-variant.entity';
import { Order } from './order.entity';
import type { CreateOrder, UpdateOrder } from './orders.dto';

type OrderWrite = PlannedWrite<CreateOrder, UpdateOrder>;
type Change = Extract<OrderWrite, { op: 'update' }>;

export async function locksAround(tx: ShopTransaction, writes: readonly OrderWrite[]): Promise<RowLock[]> {
  const changes = writes.filter((write): write is Change => write.op === 'update');
  const before = changes.length === 0 ? [] : await locksOfChanged(tx, changes);
  return [...before, ...writes.flatMap(locksOfSent)];
}

function locksOfSent(write: OrderWrite): RowLock[] {
  if (write.op === 'members' || write.op === 'remove') return [];
  const customer = changed('customers', linked(write.input, 'customer'));
  if (write.op === 'update') return customer;
  const variants = write.input.attributes.line_items.flatMap(({ variant_id }) => variant_id ?? []);
  return [...customer, ...changed('codes', linked(write.input, 'codes')), ...changed('variants', variants)];
}

/**
 * Returns the locks of the rows to which the orders refer before an update. A cancellation also changes the
 * codes and variants of the order.
 */
async function locksOfChanged(tx: ShopTransaction, changes: readonly Change[]): Promise<RowLock[]> {
  const idsOf = (all: readonly Change[]) => Any(all.map(({ id }) => id));
  const cancelled = changes.filter(({ input }) => input.attributes.status === 'cancelled');
  const order_id = idsOf(cancelled);
  const [orders, codes, variants] = await allInOrder([
    tx.repository(Order).find({ where: { id: idsOf(changes) }, select: ['customer_id'] }),
    cancelled.length === 0 ? [] : tx.repository(OrderCode).find({ where: { order_id }, select: ['code_id'] }),
    cancelled.length === 0
      ? []
      : tx.repository(OrderVariant).find({ where: { order_id }, select: ['variant_id'] }),
  ]);
  return [
    ...changed(
      'customers',
      orders.flatMap(({ customer_id }) => customer_id ?? []),
    ),
    ...changed(
      'codes',
      codes.map(({ code_id }) => code_id),
    ),
    ...changed(
      'variants',
      variants.map(({ variant_id }) => variant_id),
    ),
  ];
}

const linked = ({ relationships }: Pick<ParsedResource<object>, 'relationships'>, name: string): string[] =>
  [relationships[name] ?? []].flat() as string[];

const changed = (type: string, ids: readonly string[]): RowLock[] =>
  ids.map((id) => ({ type, id, lock: 'no_key_update' }));
