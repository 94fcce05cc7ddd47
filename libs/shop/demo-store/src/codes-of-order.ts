import { type PricedLines, redeem, type Redeemable, type Redemption, refusalOf } from '@storewright/sales';
import { type Code, redeemable } from './codes';
import type { Country } from './people';
import type { Random } from './random';

interface Basket {
  priced: PricedLines;
  moment: number;
  country: Country;
  customer_id: string | null;
  sent: boolean;
}

/** Subtotal in cents from which domestic shipping of the demo store is free. */
const freeShippingFrom = 7500;

export function redemptionsOf(random: Random, codes: readonly Code[], basket: Basket) {
  const { priced, moment, country, customer_id, sent } = basket;
  const { subtotal_amount } = priced;
  const sold = { ...priced, customer_id };
  const usable = codes
    .filter(({ from, until }) => from <= moment && moment < until)
    .map((code) => redeemable(code, customer_id))
    .filter((code) => refusalOf(code, sold) === undefined);
  const [discounts, gifts] = ['discount', 'gift'].map((kind) => usable.filter((code) => code.kind === kind));
  const chosen = [...chosenOf(random, discounts!, 0.2), ...chosenOf(random, gifts!, 0.006)];
  const discount_amount = sum(redeem(chosen, sold, 0), 'discount_amount');
  const isFree = !sent || (country.country_code === 'DE' && subtotal_amount >= freeShippingFrom);
  const shipping_amount = isFree ? 0 : country.shipping;
  const taxed = subtotal_amount - discount_amount + shipping_amount;
  const tax_amount = Math.round((taxed * country.tax) / 10_000);
  const redemptions = redeem(chosen, sold, shipping_amount + tax_amount).filter(
    (each) => each.discount_amount + each.gift_amount > 0,
  );
  const total_amount = taxed + tax_amount;
  const paid_amount = sum(redemptions, 'gift_amount');
  const amounts = { subtotal_amount, discount_amount, shipping_amount, tax_amount, total_amount };
  return { redemptions, amounts: { ...amounts, paid_amount, refunded_amount: 0 } };
}

/** Chooses at most one code for a demo order. A customer with a personal code redeems a code more often. */
function chosenOf(random: Random, codes: readonly Redeemable[], probability: number): Redeemable[] {
  const own = codes.filter(({ customer_id }) => customer_id !== null);
  if (own.length > 0 && random.chance(0.5)) return [random.pick(own)];
  return codes.length > 0 && random.chance(probability) ? [random.pick(codes)] : [];
}

const sum = (redemptions: readonly Redemption[], name: 'discount_amount' | 'gift_amount') =>
  redemptions.reduce((total, each) => total + each[name], 0);

/**
 * Counts the codes that a demo order redeems, and deducts the payments from gift codes. The caller skips
 * cancelled orders.
 */
export function useCodes(
  codes: readonly Code[],
  redemptions: readonly Redemption[],
  customer_id: string | null,
): void {
  for (const { code_id, gift_amount } of redemptions) {
    const { row, uses } = codes.find((each) => each.row.id === code_id)!;
    row.usage_count += 1;
    if (row.balance_amount !== null) row.balance_amount -= gift_amount;
    uses.set(customer_id, (uses.get(customer_id) ?? 0) + 1);
  }
}
