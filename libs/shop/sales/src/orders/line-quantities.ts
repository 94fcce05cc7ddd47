import { ApiError, type Violations } from '@storewright/json-api';
import type { Line } from './line-items';

/** A quantity of one order line. `line_index` is the zero-based position in the order's `line_items`. */
export interface LineQuantity {
  readonly line_index: number;
  readonly quantity: number;
}

/**
 * Adds a violation for each order line that the request lists twice. `pointer` is the JSON pointer to the
 * list.
 */
export function checkDistinctLines(
  lines: readonly LineQuantity[],
  violations: Violations,
  pointer: string,
): void {
  const seen = new Set<number>();
  if (!Array.isArray(lines)) return;
  for (const [at, line] of lines.entries()) {
    const index = (line as Partial<LineQuantity> | null)?.line_index;
    if (index === undefined) continue;
    if (seen.has(index))
      violations.add('invalid_attribute', {
        detail: `The list contains line_index ${index} twice. Add up its quantities.`,
        source: { pointer: `${pointer}/${at}/line_index` },
        meta: { attribute: 'line_items' },
      });
    seen.add(index);
  }
}

export function remainingOf(
  lines: readonly Pick<Line, 'quantity'>[],
  used: readonly LineQuantity[],
): number[] {
  const remaining = lines.map(({ quantity }) => quantity);
  for (const { line_index, quantity } of used)
    if (line_index < remaining.length) remaining[line_index]! -= quantity;
  return remaining.map((each) => Math.max(each, 0));
}

/**
 * Throws 422 if an order line does not exist, or if the requested quantity exceeds its remaining quantity.
 * `use` names the purpose, such as `refund`.
 */
export function checkQuantities(
  sent: readonly LineQuantity[],
  remaining: readonly number[],
  { pointer, use }: { pointer: string; use: string },
): void {
  for (const [at, { line_index, quantity }] of sent.entries()) {
    const left = remaining[line_index];
    if (left === undefined)
      throw invalidLine(
        'The order has no line with this index. Use the position of a line in line_items, starting at 0.',
        `${pointer}/${at}/line_index`,
        {
          detail: `The order has ${remaining.length} lines, so line_index must be less than ${remaining.length}.`,
        },
      );
    if (quantity > left)
      throw invalidLine(
        `The quantity exceeds the quantity of this line that is left to ${use}.`,
        `${pointer}/${at}/quantity`,
        {
          detail: `Only ${left} pieces of this line are left to ${use}.`,
          available: left,
        },
      );
  }
}

function invalidLine(
  detail: string,
  pointer: string,
  { detail: disclosed, ...more }: { detail: string; available?: number },
): ApiError {
  return new ApiError('invalid_attribute', {
    ...{ detail, source: { pointer }, meta: { attribute: 'line_items' } },
    disclosed: { scope: 'orders.get', detail: disclosed, meta: { attribute: 'line_items', ...more } },
  });
}
