import { Injectable } from '@nestjs/common';
import { parseJson } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import type { Line } from './line-items';
import { OrdersRepository } from './orders.repository';

/** Reads the line items of an order, for comments and other resources that belong to orders. */
@Injectable()
export class OrderLines {
  constructor(private readonly orders: OrdersRepository) {}

  /** Locks the order and returns its line items. Returns an empty list if the order does not exist. */
  async lock(tx: ShopTransaction, id: string): Promise<readonly Line[]> {
    const [order] = await this.orders.lockAll(tx, [id]);
    return order ? parseJson(order.line_items) : [];
  }
}
