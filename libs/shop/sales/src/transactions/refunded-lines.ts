import { type JsonText, parseJson, type Row } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Line } from '../orders/line-items';
import { checkQuantities, remainingOf } from '../orders/line-quantities';
import type { Order } from '../orders/order.entity';
import type { Transaction } from './transaction.entity';
import type { RefundedLine } from './transactions.dto';

type Lines = Pick<Row<Order>, 'line_items'>;

/**
 * Validates the order lines in a refund. Throws 422 if an order line does not exist, or if the quantity
 * exceeds the quantity that can still be refunded.
 */
export function refundedLines(
  order: Lines,
  entries: readonly Pick<Row<Transaction>, 'line_items'>[],
  sent: readonly RefundedLine[] | undefined,
  pointer: string,
): RefundedLine[] {
  if (sent === undefined) return [];
  const lines = parseJson(order.line_items);
  const refunded = entries.flatMap(({ line_items }) => (line_items === null ? [] : parseJson(line_items)));
  const place = `${pointer}/line_items`;
  checkQuantities(sent, remainingOf(lines, refunded), { pointer: place, use: 'refund' });
  return sent.map(({ line_index, quantity, restock = false }, at) => {
    if (restock && lines[line_index]!.variant_id === null) throw noVariant(`${place}/${at}/restock`);
    return { line_index, quantity, restock };
  });
}

const noVariant = (pointer: string) =>
  new ApiError('invalid_attribute', {
    detail: 'This line has no variant, so nothing can go back into stock. Send "restock": false.',
    source: { pointer },
    meta: { attribute: 'line_items' },
  });

/**
 * Returns the quantities to return to stock, keyed by variant. Ignores line indexes that do not exist in the
 * order.
 */
export function quantitiesToRestock(
  lines: readonly Pick<Line, 'variant_id'>[],
  refunded: readonly RefundedLine[],
): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { line_index, quantity, restock } of refunded) {
    const variant_id = lines[line_index]?.variant_id;
    if (restock && variant_id) quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity);
  }
  return quantities;
}

/** Returns the price of order lines minus the lines' share of the order discount, rounded down. */
export function amountOfLines(
  {
    line_items,
    subtotal_amount,
    discount_amount,
  }: Pick<Row<Order>, 'line_items' | 'subtotal_amount' | 'discount_amount'>,
  refunded: readonly RefundedLine[],
): number {
  const lines = parseJson(line_items as JsonText<Line[]>);
  const [subtotal, discount] = [BigInt(subtotal_amount), BigInt(discount_amount)];
  const price = refunded.reduce(
    (sum, { line_index, quantity }) => sum + BigInt(lines[line_index]!.price_amount) * BigInt(quantity),
    0n,
  );
  return subtotal === 0n ? 0 : Number((price * (subtotal - discount)) / subtotal);
}
