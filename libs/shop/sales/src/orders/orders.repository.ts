import { Injectable } from '@nestjs/common';
import { allInOrder, newId } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, type ParsedResource, type DocumentRow } from '@storewright/json-api';
import {
  type PlannedWrite,
  requireLockedAhead,
  ResourceRepository,
  type RowLock,
} from '@storewright/resources';
import type { Commit, ShopTransaction } from '@storewright/tenancy';
import { CodeRedemption } from './code-redemption';
import { linkOrder, numberAndTime, prepareOrder, takeFor } from './create-order';
import type { Order } from './order.entity';
import { locksAround } from './order-locks';
import type { CreateOrder, UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';
import { StockReservation } from './stock-reservation';
import { updateOrder } from './update-order';

/** Orders, which take from the stock and use codes. */
@Injectable()
export class OrdersRepository extends ResourceRepository<Order, CreateOrder, UpdateOrder> {
  static override readonly resource = orders;
  protected override readonly expressions = numberAndTime;
  protected override readonly deletable = { where: { status: 'cancelled' } } as const;

  constructor(
    private readonly stock: StockReservation,
    private readonly codes: CodeRedemption,
  ) {
    super();
  }

  override insertIsSingleStatement(): boolean {
    return false;
  }

  /** What it writes is one message: nothing in it waits for an answer. */
  override async insert(
    tx: ShopTransaction,
    input: ParsedResource<CreateOrder>,
    commit?: Commit,
  ): Promise<DocumentRow> {
    const { id = newId() } = input;
    const services = { stock: this.stock, codes: this.codes };
    const order = await prepareOrder(tx, services, input);
    const taken = takeFor(tx, services, order);
    const row = this.insertRow(tx, { ...order.values, id }, input);
    await allInOrder([...taken, row, ...linkOrder(tx, id, order), commit?.()]);
    return row;
  }

  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateOrder, UpdateOrder>[],
  ): Promise<RowLock[]> {
    const [locks, others] = await allInOrder([super.locksOf(tx, writes), locksAround(tx, writes)]);
    return [...locks, ...others];
  }

  /** The order may have got another customer before it was locked. */
  protected override beforeUpdate(
    tx: ShopTransaction,
    order: Row<Order>,
    input: ParsedResource<UpdateOrder>,
  ): Promise<ColumnValues<Order>> {
    const { customer_id } = order;
    if (customer_id !== null) requireLockedAhead(tx, 'customers', [customer_id]);
    return updateOrder(tx, { stock: this.stock, codes: this.codes }, order, input);
  }

  protected override beforeDelete(_tx: ShopTransaction, { status }: Row<Order>): void {
    if (status === 'cancelled') return;
    throw new ApiError('illegal_transition', {
      detail: 'Only a cancelled order can be deleted. Cancel it first, which returns its stock and codes.',
      meta: { allowed: ['cancelled'] },
    });
  }
}
