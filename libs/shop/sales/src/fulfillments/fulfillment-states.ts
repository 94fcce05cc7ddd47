import type { States } from '@storewright/resources';
import { type LineQuantity, remainingOf } from '../orders/line-quantities';
import type { Line } from '../orders/line-items';
import type { FulfillmentStatus } from '../orders/order-states';

export const fulfillmentStates = {
  fulfilled: ['cancelled'],
  cancelled: [],
} as const satisfies States;

export type FulfillmentState = keyof typeof fulfillmentStates;

interface Handover {
  readonly line_items: readonly LineQuantity[];
}

export function statusOf(
  lines: readonly Pick<Line, 'quantity'>[],
  handovers: readonly Handover[],
): FulfillmentStatus {
  if (handovers.length === 0) return 'unfulfilled';
  const remaining = remainingOf(
    lines,
    handovers.flatMap(({ line_items }) => line_items),
  );
  return remaining.every((quantity) => quantity === 0) ? 'fulfilled' : 'partial';
}

export function unfulfilledLines(
  lines: readonly Pick<Line, 'quantity'>[],
  handovers: readonly Handover[],
): LineQuantity[] {
  return remainingOf(
    lines,
    handovers.flatMap(({ line_items }) => line_items),
  ).flatMap((quantity, line_index) => (quantity > 0 ? [{ line_index, quantity }] : []));
}
