import type { LineQuantity } from '../../api/order-history';
import type { Line } from '../../api/store';
import type { History } from './history';

/** Subtracts the used quantities from the order lines. Returns the remaining quantity of each line. */
export function remainingOf(
  lines: readonly Pick<Line, 'quantity'>[],
  used: readonly LineQuantity[],
): number[] {
  return lines.map(({ quantity }, at) =>
    used
      .filter(({ line_index }) => line_index === at)
      .reduce((left, each) => Math.max(left - each.quantity, 0), quantity),
  );
}

export const fulfilledLines = ({ fulfillments }: Pick<History, 'fulfillments'>): LineQuantity[] =>
  fulfillments
    .filter(({ attributes }) => attributes.status === 'fulfilled')
    .flatMap(({ attributes }) => attributes.line_items);

export const refundedLines = ({ transactions }: Pick<History, 'transactions'>): LineQuantity[] =>
  transactions.flatMap(({ attributes }) => attributes.line_items ?? []);
