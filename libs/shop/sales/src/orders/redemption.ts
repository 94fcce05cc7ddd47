import type { CodeKind, ValueType } from '../codes/code-values';
import type { CodeStatus } from '../codes/code-status';
import type { Line } from './line-items';

export interface Redeemable {
  id: string;
  kind: CodeKind;
  status: CodeStatus;
  value_type: ValueType | null;
  /** Value of the discount code: basis points for a percentage, otherwise minor units of currency_code. */
  value: number;
  balance_amount: number;
  currency_code: string | null;
  minimum_subtotal_amount: number | null;
  usage_limit_per_customer: number | null;
  customer_id: string | null;
  /** Number of the customer's orders that redeemed the code, without cancelled orders. */
  uses_by_customer: number;
  /** Products to which the code is limited. An empty set means all products. */
  products: ReadonlySet<string>;
}

export interface Basket {
  lines: readonly Line[];
  currency_code: string;
  subtotal_amount: number;
  customer_id: string | null;
}

export interface Refusal {
  reason: string;
  detail: string;
  /** Reason and detail for tokens that may read codes. */
  disclosed?: { reason?: string; detail: string };
}

export interface Redemption {
  code_id: string;
  discount_amount: number;
  gift_amount: number;
}

const basisPoints = 10_000n;

/**
 * Returns the reason why the order cannot redeem the code. Returns undefined if the order can redeem the
 * code.
 */
export function refusalOf(code: Redeemable, basket: Basket): Refusal | undefined {
  const { customer_id, usage_limit_per_customer: limit, minimum_subtotal_amount: minimum } = code;
  if (code.status !== 'active')
    return {
      reason: 'status',
      detail: 'The code cannot be redeemed now.',
      disclosed: {
        reason: code.status,
        detail: `The code cannot be redeemed, because its status is ${code.status}.`,
      },
    };
  if (customer_id !== null && customer_id !== basket.customer_id)
    return { reason: 'customer', detail: 'The code is reserved for a different customer.' };
  if (limit !== null && basket.customer_id === null)
    return { reason: 'customer', detail: 'The code has a limit per customer, so a customer is required.' };
  if (limit !== null && code.uses_by_customer >= limit)
    return {
      reason: 'usage_limit_per_customer',
      detail: 'The customer has already redeemed the code as often as the code allows.',
      disclosed: { detail: `The customer has already redeemed the code ${code.uses_by_customer} times.` },
    };
  if (code.currency_code !== null && code.currency_code !== basket.currency_code)
    return {
      reason: 'currency_code',
      detail: `The code cannot be redeemed for orders in ${basket.currency_code}.`,
      disclosed: { detail: `The code can be redeemed only for orders in ${code.currency_code}.` },
    };
  if (minimum !== null && basket.subtotal_amount < minimum)
    return {
      reason: 'minimum_subtotal_amount',
      detail: 'The subtotal of the order is below the minimum that the code requires.',
      disclosed: { detail: `The code requires a subtotal of at least ${minimum} minor units.` },
    };
  if (!basket.lines.some((line) => isFor(code, line)))
    return { reason: 'products', detail: 'The code is limited to products that are not in the order.' };
  return undefined;
}

function isFor({ products }: Redeemable, { product_id }: Line): boolean {
  return products.size === 0 || (product_id !== null && products.has(product_id));
}

/**
 * Returns the amounts that each code contributes to an order. Discounts apply first. Gift codes then pay the
 * remaining total, including shipping and tax.
 */
export function redeem(codes: readonly Redeemable[], basket: Basket, extra: number): Redemption[] {
  const discounts = codes.filter(({ kind }) => kind === 'discount');
  const gifts = codes.filter(({ kind }) => kind === 'gift');
  const off = discountsOf(discounts, basket.lines);
  const total = basket.subtotal_amount - off.reduce((sum, each) => sum + each, 0) + extra;
  const paid = giftsOf(gifts, total);
  return codes.map((code) => ({
    code_id: code.id,
    discount_amount: off[discounts.indexOf(code)] ?? 0,
    gift_amount: paid[gifts.indexOf(code)] ?? 0,
  }));
}

/**
 * Returns the discount of each code, in the order of `codes`. A discount cannot exceed the remaining price of
 * the line items to which the code applies.
 */
export function discountsOf(codes: readonly Redeemable[], lines: readonly Line[]): number[] {
  const left = lines.map(({ total_amount }) => total_amount);
  return codes.map((code) => {
    const eligible = lines.flatMap((line, at) => (isFor(code, line) ? [at] : []));
    const subtotal = sum(eligible.map((at) => lines[at]!.total_amount));
    const discount = Math.min(discountOn(code, subtotal), sum(eligible.map((at) => left[at]!)));
    let open = discount;
    for (const at of eligible) {
      const taken = Math.min(open, left[at]!);
      left[at]! -= taken;
      open -= taken;
    }
    return discount;
  });
}

/** Rounds the discount down, so that it never exceeds the percentage. */
function discountOn({ value_type, value }: Redeemable, subtotal: number): number {
  return value_type === 'percentage' ? Number((BigInt(subtotal) * BigInt(value)) / basisPoints) : value;
}

/**
 * Returns the amount that each gift code pays, in the order of `codes`. A gift code cannot pay more than its
 * balance.
 */
export function giftsOf(codes: readonly Redeemable[], total_amount: number): number[] {
  let open = total_amount;
  return codes.map(({ balance_amount }) => {
    const paid = Math.min(balance_amount, open);
    open -= paid;
    return paid;
  });
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
