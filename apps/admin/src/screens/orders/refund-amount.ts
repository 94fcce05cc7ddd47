import type { LineQuantity } from '../../api/order-history';
import type { Order } from '../../api/store';

/**
 * Returns the price of the order lines minus their share of the discount, rounded down. The shop API has the same
 * calculation.
 */
export function priceOf({ attributes }: Order, lines: readonly LineQuantity[]): number {
  const { line_items, subtotal_amount, discount_amount } = attributes;
  const price = lines.reduce(
    (sum, { line_index, quantity }) => sum + line_items[line_index]!.price_amount * quantity,
    0,
  );
  if (subtotal_amount === 0) return 0;
  const share = (BigInt(price) * BigInt(subtotal_amount - discount_amount)) / BigInt(subtotal_amount);
  return Number(share);
}
