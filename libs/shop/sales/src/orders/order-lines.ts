import { Injectable } from '@nestjs/common';
import { parseJson } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import type { Line } from './line-items';
import { OrdersRepository } from './orders.repository';

/** What other resources may ask of orders: what was bought. */
@Injectable()
export class OrderLines {
  constructor(private readonly orders: OrdersRepository) {}

  /** The lines of the order, which nobody else changes until the transaction ends; none where it is not there. */
  async lock(tx: ShopTransaction, id: string): Promise<readonly Line[]> {
    const [order] = await this.orders.lockAll(tx, [id]);
    return order ? parseJson(order.line_items) : [];
  }
}
