import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, type DocumentRow, type ParsedResource } from '@storewright/json-api';
import {
  type NewObjectInput,
  type PlannedWrite,
  precondition,
  requireLockedAhead,
  ResourceRepository,
  type RowLock,
  withWrites,
} from '@storewright/resources';
import type { RowsOfShop, ShopTransaction } from '@storewright/tenancy';
import { CodeRedemption } from './code-redemption';
import { linkOrder, prepareOrder, takeFor } from './create-order';
import type { Order } from './order.entity';
import { locksAround } from './order-locks';
import type { CreateOrder, UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';
import { StockReservation } from './stock-reservation';
import { updateOrder } from './update-order';

/**
 * Repository of orders. Writing an order also changes stock, codes, and the customer's order count and spent
 * amounts.
 */
@Injectable()
export class OrdersRepository extends ResourceRepository<Order, CreateOrder, UpdateOrder> {
  static override readonly resource = orders;
  protected override readonly insertLocksRows = true;

  constructor(
    private readonly stock: StockReservation,
    private readonly codes: CodeRedemption,
  ) {
    super();
  }

  /** Needs two database round trips: one for all locks and reads, and one for all writes. */
  protected override async beforeInsert(input: NewObjectInput<CreateOrder>, tx: ShopTransaction) {
    const services = { stock: this.stock, codes: this.codes };
    const order = await prepareOrder(tx, services, input);
    return withWrites(order.values, {
      before: () => takeFor(tx, services, input.id, order),
      after: () => linkOrder(tx, input.id, order),
      joined: ['codes'],
    });
  }

  override afterCommit(rows: RowsOfShop, { id, number }: DocumentRow): Promise<void> {
    rows.notify({ kind: 'order_placed', id: String(id), name: String(number) });
    return Promise.resolve();
  }

  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateOrder, UpdateOrder>[],
  ): Promise<RowLock[]> {
    const [locks, others] = await allInOrder([super.locksOf(tx, writes), locksAround(tx, writes)]);
    return [...locks, ...others];
  }

  protected override beforeUpdate(
    input: ParsedResource<UpdateOrder>,
    order: Row<Order>,
    tx: ShopTransaction,
  ): Promise<ColumnValues<Order>> {
    // A concurrent request may have changed the customer of the order before the order was locked.
    const { customer_id } = order;
    if (customer_id !== null) requireLockedAhead(tx, 'customers', [customer_id]);
    return updateOrder(tx, { stock: this.stock, codes: this.codes }, order, input);
  }

  protected override beforeDelete(order: Row<Order>): void {
    precondition(order, { status: 'cancelled' }, () => {
      throw new ApiError('illegal_transition', {
        detail: 'Only a cancelled order can be deleted. Cancel it first, which returns its stock and codes.',
        meta: { allowed: ['cancelled'] },
      });
    });
  }
}
