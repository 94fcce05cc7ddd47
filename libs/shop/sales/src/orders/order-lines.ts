import { Injectable } from '@nestjs/common';
import { parseJson } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import type { Line } from './line-items';
import { OrdersRepository } from './orders.repository';

@Injectable()
export class OrderLines {
  constructor(private readonly orders: OrdersRepository) {}

  async lock(tx: ShopTransaction, id: string): Promise<readonly Line[]> {
    const [order] = await this.orders.lockAll(tx, [id]);
    return order ? parseJson(order.line_items) : [];
  }
}
