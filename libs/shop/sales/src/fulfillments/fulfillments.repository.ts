import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import { type ColumnValues, parseJson, type Row } from '@storewright/entities';
import { ApiError, isUuid, type ParsedResource } from '@storewright/json-api';
import {
  checkTransition,
  illegalTransition,
  type NewObjectInput,
  type PlannedWrite,
  ResourceRepository,
  type RowLock,
} from '@storewright/resources';
import { authorOf, type InsertValues, type Shop, type ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { checkQuantities, type LineQuantity, remainingOf } from '../orders/line-quantities';
import { Order } from '../orders/order.entity';
import type { FulfillmentStatus } from '../orders/order-states';
import { databaseTime } from '../orders/order-time';
import { lockOrderOf, locksOfOrders, refuseCancelled, refusedOrder } from '../orders/orders-of-entries';
import { Fulfillment } from './fulfillment.entity';
import { handoversOf, newFulfillment } from './fulfillment-history';
import { fulfillmentStates, statusOf, unfulfilledLines } from './fulfillment-states';
import type { CreateFulfillment, UpdateFulfillment } from './fulfillments.dto';
import { fulfillments } from './fulfillments.resource';

/** Repository of fulfillments. Writing a fulfillment also updates the fulfillment status of its order. */
@Injectable()
export class FulfillmentsRepository extends ResourceRepository<
  Fulfillment,
  CreateFulfillment,
  UpdateFulfillment
> {
  static override readonly resource = fulfillments;

  /** Locks the order, because a new or cancelled fulfillment changes the status of the order. */
  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateFulfillment, UpdateFulfillment>[],
  ): Promise<RowLock[]> {
    const added = writes.flatMap((write) => (write.op === 'add' ? [write.input] : []));
    const cancelled = writes.flatMap((write) =>
      write.op === 'update' && write.input.attributes.status === 'cancelled' && isUuid(write.id)
        ? [write.id]
        : [],
    );
    const [locks, orders, found] = await allInOrder([
      super.locksOf(tx, writes),
      locksOfOrders(tx, added),
      cancelled.length === 0
        ? []
        : tx.repository(Fulfillment).find({ where: { id: Any(cancelled) }, select: ['order_id'] }),
    ]);
    const own = found.map(({ order_id: id }): RowLock => ({ type: 'orders', id, lock: 'no_key_update' }));
    return [...locks, ...orders, ...own];
  }

  protected override async beforeInsert(
    input: NewObjectInput<CreateFulfillment>,
    tx: ShopTransaction,
  ): Promise<InsertValues<Fulfillment>> {
    const { attributes, pointer } = input;
    const order = await lockOrderOf(tx, input);
    refuseCancelled(order, input);
    if (order.fulfillment_status === 'not_required')
      throw refusedOrder(
        pointer,
        'The order requires no shipping, so it cannot be fulfilled.',
        'not_required',
      );
    const lines = parseJson(order.line_items);
    const handovers = await handoversOf(tx, order.id);
    const remaining = remainingOf(
      lines,
      handovers.flatMap(({ line_items }) => line_items),
    );
    if (!openStates.includes(order.fulfillment_status) || remaining.every((quantity) => quantity === 0))
      throw illegalTransition('orders.get', {
        detail: `The order is ${order.fulfillment_status}, so nothing is left to fulfill.`,
        pointer: `${pointer}/relationships/order/data`,
        allowed: [],
      });
    const line_items: LineQuantity[] = attributes.line_items ?? unfulfilledLines(lines, handovers);
    checkQuantities(line_items, remaining, { pointer: `${pointer}/attributes/line_items`, use: 'fulfill' });
    await changeOrder(tx, order, statusOf(lines, [...handovers, { line_items }]));
    const { carrier = null, tracking_number = null, tracking_url = null } = attributes;
    return { ...newFulfillment(tx, order.id, line_items), carrier, tracking_number, tracking_url };
  }

  protected override async beforeUpdate(
    { attributes, pointer }: ParsedResource<UpdateFulfillment>,
    row: Row<Fulfillment>,
    tx: ShopTransaction,
  ): Promise<ColumnValues<Fulfillment>> {
    const { status } = attributes;
    const place = `${pointer}/attributes/status`;
    if (status !== undefined)
      checkTransition(fulfillmentStates, row.status, status, place, 'fulfillments.get');
    if (status !== 'cancelled' || row.status === 'cancelled') return { ...attributes };
    const order = (await tx
      .repository(Order)
      .findOne({ where: { id: row.order_id }, lock: 'no_key_update' }))!;
    if (order.fulfillment_status === 'returned')
      throw new ApiError('illegal_transition', {
        detail: 'The goods of the order were returned, so its fulfillments cannot be cancelled.',
        source: { pointer: place },
      });
    const others = (await handoversOf(tx, order.id)).filter(({ id }) => id !== row.id);
    await changeOrder(tx, order, statusOf(parseJson(order.line_items), others));
    return { ...attributes, ...cancellerOf(tx.shop), cancelled_at: await databaseTime(tx, order.id) };
  }
}

function cancellerOf(shop: Shop): Pick<Fulfillment, 'canceller_type' | 'canceller_id' | 'canceller_name'> {
  const { actor_type, actor_id, actor_name } = authorOf(shop);
  return { canceller_type: actor_type, canceller_id: actor_id, canceller_name: actor_name };
}

const openStates: readonly FulfillmentStatus[] = ['unfulfilled', 'partial'];

async function changeOrder(
  tx: ShopTransaction,
  order: Row<Order>,
  fulfillment_status: FulfillmentStatus,
): Promise<void> {
  if (fulfillment_status === order.fulfillment_status) return;
  const fulfilled_at = fulfillment_status === 'fulfilled' ? await databaseTime(tx, order.id) : null;
  await tx.repository(Order).update(order, { fulfillment_status, fulfilled_at });
}
