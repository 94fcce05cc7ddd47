import { ApiError, noSuch, type Row, Violations } from '@storewright/json-api';
import type { TransactionContext } from '@storewright/resources';
import { codesRepository } from '../codes/codes.repository';
import { type Basket, discountsOf, giftsOf, type Redeemable, type Redemption, refusalOf } from './redeeming';

/** The codes that were sent, locked and in the order in which they were sent. Throws 404. `pointer`: of the linkage. */
export async function lockCodes(
  context: TransactionContext,
  ids: readonly string[],
  pointer: string,
): Promise<Row[]> {
  const found = new Map((await codesRepository.lockAll(context, ids)).map((row) => [String(row['id']), row]));
  const violations = new Violations();
  ids.forEach((id, at) => {
    if (!found.has(id)) violations.addError(noSuch('codes', id, `${pointer}/${at}`));
  });
  violations.throwIfAny();
  return ids.map((id) => found.get(id)!);
}

/** What each of the codes does for the basket. Throws 422 for each that cannot be used. `extra`: what the total has beside the lines. */
export async function redemptionsOf(
  context: TransactionContext,
  codes: readonly Row[],
  { basket, extra }: { basket: Basket; extra: number },
  pointer: string,
): Promise<Redemption[]> {
  if (codes.length === 0) return [];
  const redeemable = await readRedeemable(context, codes, basket.customer_id);
  const refusals = redeemable.map((code) => refusalOf(code, basket));
  throwRefusals(refusals, pointer);
  const redemptions = redeem(redeemable, basket, extra);
  throwRefusals(
    redemptions.map(({ discount_amount, gift_amount }) =>
      discount_amount + gift_amount > 0 ? undefined : noEffect,
    ),
    pointer,
  );
  return redemptions;
}

const noEffect = { reason: 'no_effect', detail: 'The code would change nothing; send the order without it.' };

/** Discounts first, then gifts pay of what is left, shipping and tax among it. */
export function redeem(codes: readonly Redeemable[], basket: Basket, extra: number): Redemption[] {
  const [discounts, gifts] = ['discount', 'gift'].map((kind) => codes.filter((code) => code.kind === kind));
  const off = discountsOf(discounts!, basket.lines);
  const total = basket.subtotal_amount - off.reduce((sum, each) => sum + each, 0) + extra;
  const paid = giftsOf(gifts!, total);
  return codes.map((code) => ({
    code_id: code.id,
    discount_amount: off[discounts!.indexOf(code)] ?? 0,
    gift_amount: paid[gifts!.indexOf(code)] ?? 0,
  }));
}

function throwRefusals(
  refusals: readonly ({ reason: string; detail: string } | undefined)[],
  pointer: string,
): void {
  const violations = new Violations();
  refusals.forEach((refusal, at) => {
    if (!refusal) return;
    const { reason, detail } = refusal;
    const source = { pointer: `${pointer}/${at}` };
    violations.addError(
      new ApiError('invalid_relationship', { detail, source, meta: { relationship: 'codes', reason } }),
    );
  });
  violations.throwIfAny();
}

async function readRedeemable(
  { rows, shop }: TransactionContext,
  codes: readonly Row[],
  customer_id: string | null,
): Promise<Redeemable[]> {
  const ids = codes.map(({ id }) => id);
  const pairs = await rows.query({
    name: 'order-code-products',
    text: 'SELECT code_id, product_id FROM shop.code_products WHERE shop_id = $1 AND code_id = ANY ($2::uuid[])',
    values: [shop.id, ids],
  });
  const isLimited = codes.some((code) => code['usage_limit_per_customer'] !== null);
  const uses = isLimited && customer_id !== null ? await rows.query(usesBy(shop.id, customer_id, ids)) : [];
  return codes.map((code) => ({
    ...(code as unknown as Redeemable),
    ...numbersOf(code),
    uses_by_customer: Number(uses.find((each) => each['code_id'] === code['id'])?.['uses'] ?? 0),
    products: new Set(
      pairs.filter((pair) => pair['code_id'] === code['id']).map((pair) => String(pair['product_id'])),
    ),
  }));
}

/** From the orders of the customer, who is locked, so that nobody orders meanwhile: there are fewer than orders of a code. */
function usesBy(shop_id: string, customer_id: string, ids: readonly unknown[]) {
  const text = `SELECT used.code_id, count(*)::integer AS uses FROM shop.orders o
    JOIN shop.order_codes used ON used.shop_id = o.shop_id AND used.order_id = o.id
    WHERE o.shop_id = $1 AND o.customer_id = $2 AND o.status <> 'cancelled' AND used.code_id = ANY ($3::uuid[])
    GROUP BY used.code_id`;
  return { name: 'order-code-uses', text, values: [shop_id, customer_id, ids] };
}

/** Large numbers of a row are texts. */
function numbersOf(code: Row) {
  const number = (name: string) => (code[name] === null ? null : Number(code[name]));
  return {
    value: number('value') ?? 0,
    balance_amount: number('balance_amount') ?? 0,
    minimum_subtotal_amount: number('minimum_subtotal_amount'),
  };
}

/** Counts the use of each code and takes what a gift paid, each with its event. */
export async function useCodes(
  context: TransactionContext,
  codes: readonly Row[],
  redemptions: readonly Redemption[],
): Promise<void> {
  for (const [at, code] of codes.entries()) await count(context, code, 1, -redemptions[at]!.gift_amount);
}

/** Takes the use of each code back, and gives a gift its balance again. */
export async function releaseCodes(context: TransactionContext, order_id: unknown): Promise<void> {
  const { rows, shop } = context;
  const used = await rows.query({
    name: 'order-codes-used',
    text: 'SELECT code_id, gift_amount FROM shop.order_codes WHERE shop_id = $1 AND order_id = $2',
    values: [shop.id, order_id],
  });
  const codes = await codesRepository.lockAll(
    context,
    used.map((each) => String(each['code_id'])),
  );
  for (const code of codes) {
    const gift = used.find((each) => each['code_id'] === code['id'])!['gift_amount'];
    await count(context, code, -1, Number(gift));
  }
}

async function count(context: TransactionContext, code: Row, uses: number, balance: number): Promise<void> {
  const { usage_count, balance_amount } = code;
  await codesRepository.write(context, code, {
    usage_count: Number(usage_count) + uses,
    ...(balance_amount !== null && { balance_amount: Number(balance_amount) + balance }),
  });
}
