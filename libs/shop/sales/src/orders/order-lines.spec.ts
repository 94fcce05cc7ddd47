import { randomUUID } from 'node:crypto';
import { inMemoryTransaction } from '@storewright/api-testing';
import { Order } from './order.entity';
import { OrderLines } from './order-lines';
import { OrdersRepository } from './orders.repository';

const lines = new OrderLines(new OrdersRepository({} as never, {} as never));

it('boughtWith returns the products of an order, and returns an empty list for an unknown order', async () => {
  const tx = inMemoryTransaction();
  const line = { title: 'Mug', quantity: 2, price_amount: 500, total_amount: 1_000 };
  const line_items = [{ ...line, variant_id: null, product_id: null, sku: null }];
  const [order] = tx.given(Order, { line_items });
  expect(await lines.lock(tx, order!.id)).toEqual(line_items);
  expect(await lines.lock(tx, randomUUID())).toEqual([]);
});
