import { Injectable } from '@nestjs/common';
import { inTurn, newId } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, type ParsedResource, type Row as DocumentRow } from '@storewright/json-api';
import { type ResourceLocator, ResourceRepository } from '@storewright/resources';
import type { Commit, ShopTransaction } from '@storewright/tenancy';
import { CodeRedemption } from './code-redemption';
import { linkOrder, numberAndTime, prepareOrder, takeFor } from './create-order';
import type { Order } from './order.entity';
import { lockCustomers } from './order-customer';
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
    await inTurn([...taken, row, ...linkOrder(tx, id, order), commit?.()]);
    return row;
  }

  /** Locks customers before their orders, as redacting a customer does. Should the order get another customer meanwhile, the database finds the circle. */
  override async update(
    tx: ShopTransaction,
    locator: ResourceLocator,
    input: ParsedResource<UpdateOrder>,
    commit?: Commit,
  ): Promise<DocumentRow> {
    const { customer_id } = await this.findOrFail(tx, locator.id);
    const both = [customer_id, input.relationships['customer']];
    await lockCustomers(
      tx,
      both.filter((id) => typeof id === 'string'),
    );
    return super.update(tx, locator, input, commit);
  }

  protected override beforeUpdate(
    tx: ShopTransaction,
    order: Row<Order>,
    input: ParsedResource<UpdateOrder>,
  ): Promise<ColumnValues<Order>> {
    return updateOrder(tx, { stock: this.stock, codes: this.codes }, order, input);
  }

  protected override beforeDelete(_tx: ShopTransaction, { status }: Row<Order>): void {
    if (status === 'cancelled') return;
    throw new ApiError('illegal_transition', {
      detail: 'Only a cancelled order is deleted. Cancel it first, so that stock and codes are released.',
      meta: { allowed: ['cancelled'] },
    });
  }
}
