import { inTurn, type Statement } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import type { InsertExpressions, ShopTransaction } from '@storewright/tenancy';
import type { Customer } from '../customers/customer.entity';
import { normalizeOptional } from '../rules';
import type { CodeWithStatus } from '../codes/codes.repository';
import type { CodeRedemption } from './code-redemption';
import type { Order } from './order.entity';
import { addToSums, lockCustomer } from './order-customer';
import type { CreateOrder } from './orders.dto';
import type { PricedLines, Reservation } from './priced-lines';
import type { Redemption } from './redemption';
import type { StockReservation } from './stock-reservation';

/** What orders take, and from where. */
export interface OrderServices {
  stock: StockReservation;
  codes: CodeRedemption;
}

/** What a new order is, and all that it changes around itself. The rows of it are locked. */
export interface NewOrder {
  values: ColumnValues<Order>;
  customer: Row<Customer> | undefined;
  used: readonly CodeWithStatus[];
  reservations: readonly Reservation[];
  redemptions: readonly Redemption[];
}

/**
 * Two messages: all locks, in one order (docs/adr/locks.md: customer, codes by id, variants by id; the number follows with the order itself), and what is to be known
 * beside. Who refuses first is the same as if each waited for the one before.
 */
export async function prepareOrder(
  tx: ShopTransaction,
  { stock, codes }: OrderServices,
  { attributes, relationships, pointer }: ParsedResource<CreateOrder>,
): Promise<NewOrder> {
  const places = `${pointer}/relationships`;
  const ids = [relationships['codes'] ?? []].flat();
  const [customer, used, variants] = await inTurn([
    lockCustomer(tx, relationships['customer'], `${places}/customer/data`),
    codes.lock(tx, ids, `${places}/codes/data`),
    stock.lock(tx, attributes),
  ]);
  const customer_id = customer?.id ?? null;
  const [priced, redeemable] = await inTurn([
    stock.price(tx, variants, attributes, `${pointer}/attributes`),
    codes.read(tx, used, customer_id),
  ]);
  const { shipping_amount = 0, tax_amount = 0 } = attributes;
  const bought = { basket: { ...priced, customer_id }, extra: shipping_amount + tax_amount };
  const redemptions = codes.redeem(redeemable, bought, `${places}/codes/data`);
  const values = valuesOf(attributes, customer, priced, redemptions);
  return { values, customer, used, reservations: priced.reservations, redemptions };
}

/** What the order takes from stock, codes and customer, each with its event. Sent at once: nothing in it waits for an answer. */
export function takeFor(
  tx: ShopTransaction,
  { stock, codes }: OrderServices,
  { values, customer, used, reservations, redemptions }: NewOrder,
): Promise<void>[] {
  const spent = Number(values.paid_amount);
  return [
    stock.reserve(tx, reservations),
    codes.use(tx, used, redemptions),
    ...(customer ? [addToSums(tx, customer, { orders: 1, spent })] : []),
  ];
}

function valuesOf(
  attributes: CreateOrder,
  customer: Row<Customer> | undefined,
  { lines, currency_code, subtotal_amount }: PricedLines,
  redemptions: readonly Redemption[],
): ColumnValues<Order> {
  const { requires_shipping = true, shipping_amount = 0, tax_amount = 0, ...sent } = attributes;
  const discount_amount = sumOf(redemptions, 'discount_amount');
  const paid_amount = sumOf(redemptions, 'gift_amount');
  const total_amount = subtotal_amount - discount_amount + shipping_amount + tax_amount;
  const email = sent.email === undefined ? (customer?.email ?? null) : sent.email;
  return {
    tags: [],
    ...sent,
    ...{ line_items: lines, currency_code, subtotal_amount, discount_amount, shipping_amount, tax_amount },
    ...{ total_amount, paid_amount, refunded_amount: 0, email, email_folded: normalizeOptional(email) },
    ...{ status: 'open', payment_status: paid_amount === total_amount ? 'paid' : 'pending' },
    fulfillment_status: requires_shipping ? 'unfulfilled' : 'not_required',
    customer_id: customer?.id ?? null,
  };
}

const sumOf = (redemptions: readonly Redemption[], name: 'discount_amount' | 'gift_amount') =>
  redemptions.reduce((sum, each) => sum + each[name], 0);

const FIRST_NUMBER = 1_001;

/**
 * The number of a new order and its time, by the database's clock, which all instances share. Whoever comes next waits for the row of the last number until the
 * order is committed or not, so numbers and times rise together. QueryBuilder has no words for it.
 */
export const numberAndTime: InsertExpressions<Order> = {
  name: 'with number',
  with: `latest AS (
    INSERT INTO shop.order_numbers AS newest (shop_id, last_number) VALUES ($1, ${FIRST_NUMBER})
    ON CONFLICT (shop_id) DO UPDATE SET last_number = newest.last_number + 1
    RETURNING last_number, clock_timestamp() AS taken_at)`,
  columns: {
    number: '(SELECT last_number FROM latest)',
    created_at: '(SELECT taken_at FROM latest)',
    updated_at: '(SELECT taken_at FROM latest)',
    paid_at: '(SELECT taken_at FROM latest WHERE :paid_amount::bigint = :total_amount::bigint)',
  },
};

/** Writes what the order is linked with: the codes that it used and the variants that it took from. QueryBuilder has no words for `unnest`. */
export function linkOrder(
  tx: ShopTransaction,
  id: string,
  { reservations, redemptions }: NewOrder,
): Promise<unknown>[] {
  const statements: Statement[] = [];
  if (redemptions.length > 0)
    statements.push({
      name: 'order-codes-add',
      text: `INSERT INTO shop.order_codes (shop_id, order_id, code_id, discount_amount, gift_amount)
        SELECT $1, $2, each.* FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS each`,
      values: [
        ...[tx.shop.id, id, redemptions.map(({ code_id }) => code_id)],
        redemptions.map(({ discount_amount }) => discount_amount),
        redemptions.map(({ gift_amount }) => gift_amount),
      ],
    });
  if (reservations.length > 0)
    statements.push({
      name: 'order-variants-add',
      text: `INSERT INTO shop.order_variants (shop_id, order_id, variant_id, quantity, reserved)
        SELECT $1, $2, each.* FROM unnest($3::uuid[], $4::integer[], $5::integer[]) AS each`,
      values: [
        ...[tx.shop.id, id, reservations.map(({ variant }) => variant.id)],
        reservations.map(({ quantity }) => quantity),
        reservations.map(({ reserved }) => reserved),
      ],
    });
  return statements.map((statement) => tx.query(statement));
}
