import { type ParsedResource, type Row } from '@storewright/json-api';
import type { ColumnValues, TransactionContext } from '@storewright/resources';
import { foldIfAny } from '../rules';
import { lockCodes, redemptionsOf, useCodes } from './codes-of-order';
import { addToSums, lockCustomer } from './customer-of-order';
import type { CreateOrder } from './orders.dto';
import { pick, type Picked, reserve } from './picking';
import type { Redemption } from './redeeming';
import type { Shelves } from './shelves';

/** The columns of a new order, and what it is to be paired with. */
export interface Placed {
  values: ColumnValues;
  picked: Picked;
  redemptions: readonly Redemption[];
}

/**
 * Everything that a new order changes around itself. Locks are taken in one order, customer, codes by id, variants by id, and then the number with the
 * order itself: orders at once wait for each other, and never in a circle.
 */
export async function placeOrder(
  context: TransactionContext,
  shelves: Shelves,
  input: ParsedResource<CreateOrder>,
): Promise<Placed> {
  const { attributes, relationships, pointer } = input;
  const places = `${pointer}/relationships`;
  const customer = await lockCustomer(context, relationships['customer'], `${places}/customer/data`);
  const ids = (relationships['codes'] ?? []) as readonly string[];
  const codes = await lockCodes(context, ids, `${places}/codes/data`);
  const picked = await pick(context, shelves, attributes, `${pointer}/attributes`);
  const { lines, currency_code, subtotal_amount } = picked;
  const { shipping_amount = 0, tax_amount = 0 } = attributes;
  const customer_id = customer ? String(customer['id']) : null;
  const basket = { lines, currency_code, subtotal_amount, customer_id };
  const bought = { basket, extra: shipping_amount + tax_amount };
  const redemptions = await redemptionsOf(context, codes, bought, `${places}/codes/data`);
  const values = await valuesOf(context, { attributes, customer, picked, redemptions });
  await reserve(context, shelves, picked.taken);
  await useCodes(context, codes, redemptions);
  if (customer) await addToSums(context, customer, { orders: 1, spent: Number(values['paid_amount']) });
  return { values, picked, redemptions };
}

interface Bought {
  attributes: CreateOrder;
  customer: Row | undefined;
  picked: Picked;
  redemptions: readonly Redemption[];
}

async function valuesOf(
  context: TransactionContext,
  { attributes, customer, picked, redemptions }: Bought,
): Promise<ColumnValues> {
  const { requires_shipping = true, shipping_amount = 0, tax_amount = 0, ...sent } = attributes;
  const { lines, currency_code, subtotal_amount } = picked;
  const discount_amount = sumOf(redemptions, 'discount_amount');
  const paid_amount = sumOf(redemptions, 'gift_amount');
  const total_amount = subtotal_amount - discount_amount + shipping_amount + tax_amount;
  const isPaid = paid_amount === total_amount;
  const email = sent.email === undefined ? ((customer?.['email'] as string | null) ?? null) : sent.email;
  return {
    tags: [],
    ...sent,
    ...{ line_items: lines, currency_code, subtotal_amount, discount_amount, shipping_amount, tax_amount },
    ...{ total_amount, paid_amount, refunded_amount: 0, email, email_folded: foldIfAny(email) },
    ...{ status: 'open', payment_status: isPaid ? 'paid' : 'pending' },
    fulfillment_status: requires_shipping ? 'unfulfilled' : 'not_required',
    ...(isPaid && { paid_at: await databaseTime(context) }),
    customer_id: customer?.['id'] ?? null,
  };
}

const sumOf = (redemptions: readonly Redemption[], name: 'discount_amount' | 'gift_amount') =>
  redemptions.reduce((sum, each) => sum + each[name], 0);

/** What happens to an order happens by the database's clock, which all instances share. */
export async function databaseTime({ rows }: TransactionContext): Promise<unknown> {
  const [row] = await rows.query({ name: 'order-moment', text: 'SELECT clock_timestamp() AS now' });
  return row!['now'];
}

/** Writes what the order is paired with: the codes it used and the variants it took from. */
export async function pairOrder(
  { rows, shop }: TransactionContext,
  id: unknown,
  { picked, redemptions }: Placed,
): Promise<void> {
  const { taken } = picked;
  if (redemptions.length > 0)
    await rows.query({
      name: 'order-codes-add',
      text: `INSERT INTO shop.order_codes (shop_id, order_id, code_id, discount_amount, gift_amount)
        SELECT $1, $2, each.* FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS each`,
      values: [
        ...[shop.id, id, redemptions.map(({ code_id }) => code_id)],
        redemptions.map(({ discount_amount }) => discount_amount),
        redemptions.map(({ gift_amount }) => gift_amount),
      ],
    });
  if (taken.length > 0)
    await rows.query({
      name: 'order-variants-add',
      text: `INSERT INTO shop.order_variants (shop_id, order_id, variant_id, quantity, reserved)
        SELECT $1, $2, each.* FROM unnest($3::uuid[], $4::integer[], $5::integer[]) AS each`,
      values: [
        ...[shop.id, id, taken.map(({ variant }) => variant['id'])],
        taken.map(({ quantity }) => quantity),
        taken.map(({ reserved }) => reserved),
      ],
    });
}
