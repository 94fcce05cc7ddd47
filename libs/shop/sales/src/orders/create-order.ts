import { insertRows, allInOrder, type Statement } from '@storewright/database';
import type { Row } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { authorOf, type InsertValues, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import type { Customer } from '../customers/customer.entity';
import { foldOptional } from '../rules';
import { recordEntries } from '../transactions/payment-history';
import { redemptionOf } from '../transactions/payment-rules';
import type { CodeRedemption, LockedCode } from './code-redemption';
import type { Order } from './order.entity';
import { addToSums, lockCustomer } from './order-customer';
import type { CreateOrder } from './orders.dto';
import { type PricedLines, priceLines, type Reservation } from './priced-lines';
import type { Redemption } from './redemption';
import type { StockReservation } from './stock-reservation';

export interface OrderServices {
  stock: StockReservation;
  codes: CodeRedemption;
}

type OrderValues = InsertValues<Order> & { currency_code: string; paid_amount: number };

export interface NewOrder {
  values: OrderValues;
  customer: Row<Customer> | undefined;
  used: readonly LockedCode[];
  reservations: readonly Reservation[];
  redemptions: readonly Redemption[];
}

/**
 * Locks the customer, the codes and the variants of an order and reads the data for its prices, in one
 * database round trip. A code with a limit per customer needs a second round trip. Follows the lock order of
 * docs/adr/locks.md, which also determines the reported error if several checks fail.
 */
export async function prepareOrder(
  tx: ShopTransaction,
  { stock, codes }: OrderServices,
  { attributes, relationships, pointer }: ParsedResource<CreateOrder>,
): Promise<NewOrder> {
  const places = `${pointer}/relationships`;
  const ids = [relationships['codes'] ?? []].flat();
  const [customer, used, found] = await allInOrder([
    lockCustomer(tx, relationships['customer'], `${places}/customer/data`),
    codes.lock(tx, ids, `${places}/codes/data`),
    stock.lock(tx, attributes),
  ]);
  const customer_id = customer?.id ?? null;
  const priced = priceLines(found, attributes, `${pointer}/attributes`, tx.shop.currency_code);
  const redeemable = await codes.read(tx, used, customer_id);
  const { shipping_amount = 0, tax_amount = 0 } = attributes;
  const bought = { basket: { ...priced, customer_id }, extra: shipping_amount + tax_amount };
  const redemptions = codes.redeem(redeemable, bought, `${places}/codes/data`);
  const values = { ...valuesOf(attributes, customer, priced, redemptions), ...authorOf(tx.shop) };
  return { values, customer, used, reservations: priced.reservations, redemptions };
}

/**
 * Deducts stock, redeems codes, and updates the customer's order count and spent amount, with an event for
 * each change. Sends all statements at once, because they are independent.
 */
export function takeFor(
  tx: ShopTransaction,
  { stock, codes }: OrderServices,
  id: string,
  { values, customer, used, reservations, redemptions }: NewOrder,
): Promise<void>[] {
  const { paid_amount: spent, currency_code } = values;
  return [
    stock.reserve(tx, id, reservations),
    codes.use(tx, used, redemptions),
    ...(customer ? [addToSums(tx, customer, { orders: 1, spent, currency_code })] : []),
  ];
}

function valuesOf(
  attributes: CreateOrder,
  customer: Row<Customer> | undefined,
  { lines, currency_code, subtotal_amount }: PricedLines,
  redemptions: readonly Redemption[],
): OrderValues {
  const { requires_shipping = true, shipping_amount = 0, tax_amount = 0, ...sent } = attributes;
  const discount_amount = sumOf(redemptions, 'discount_amount');
  const paid_amount = sumOf(redemptions, 'gift_amount');
  const total_amount = subtotal_amount - discount_amount + shipping_amount + tax_amount;
  const email = sent.email === undefined ? (customer?.email ?? null) : sent.email;
  return {
    tags: [],
    ...sent,
    ...{ line_items: lines, currency_code, subtotal_amount, discount_amount, shipping_amount, tax_amount },
    ...{ total_amount, paid_amount, refunded_amount: 0, email, email_folded: foldOptional(email) },
    ...{ status: 'open', payment_status: paid_amount === total_amount ? 'paid' : 'pending' },
    fulfillment_status: requires_shipping ? 'unfulfilled' : 'not_required',
    customer_id: customer?.id ?? null,
    ...{ number: nextNumber, created_at: orderTime, updated_at: orderTime },
    paid_at: paid_amount === total_amount ? orderTime : null,
  };
}

const sumOf = (redemptions: readonly Redemption[], name: 'discount_amount' | 'gift_amount') =>
  redemptions.reduce((sum, each) => sum + each[name], 0);

const FIRST_NUMBER = 1_001;

/**
 * SQL value for the next order number. Locks the row with the shop's last order number, so that order numbers
 * and creation times increase together.
 */
const latest = {
  name: 'latest',
  sql: `INSERT INTO shop.order_numbers AS newest (shop_id, last_number) VALUES (:shop_id, ${FIRST_NUMBER})
    ON CONFLICT (shop_id) DO UPDATE SET last_number = newest.last_number + 1 RETURNING last_number`,
  columns: { last_number: 'bigint' },
};

/**
 * SQL value for the current time of the database clock, which all processes share. Postgres evaluates it
 * after the row with the order number is locked.
 */
const moment = {
  name: 'moment',
  sql: 'SELECT clock_timestamp() AS taken_at FROM latest',
  standaloneSql: 'SELECT clock_timestamp() AS taken_at',
  columns: { taken_at: 'timestamptz' },
};

const nextNumber = new SqlValue({
  name: 'next',
  sql: '(SELECT last_number FROM latest)',
  with: [latest],
});
const orderTime = new SqlValue({
  name: 'of the number',
  sql: '(SELECT taken_at FROM moment)',
  with: [latest, moment],
});

/**
 * Inserts the redeemed codes, the variants and the payments by gift codes of an order. Uses raw SQL,
 * because QueryBuilder cannot insert many rows with array parameters.
 */
export function linkOrder(
  tx: ShopTransaction,
  id: string,
  { values: { currency_code }, reservations, redemptions }: NewOrder,
): Promise<unknown>[] {
  const statements: Statement[] = [];
  const same = { shop_id: tx.shop.id, order_id: id };
  const column = <T>(type: string, of: readonly T[], value: (each: T) => unknown) => ({
    type,
    values: of.map(value),
  });
  if (redemptions.length > 0)
    statements.push(
      insertRows({
        ...{ name: 'order-codes-add', table: 'shop.order_codes', same },
        each: {
          code_id: column('uuid', redemptions, (each) => each.code_id),
          discount_amount: column('bigint', redemptions, (each) => each.discount_amount),
          gift_amount: column('bigint', redemptions, (each) => each.gift_amount),
        },
      }),
    );
  if (reservations.length > 0)
    statements.push(
      insertRows({
        ...{ name: 'order-variants-add', table: 'shop.order_variants', same },
        each: {
          variant_id: column('uuid', reservations, ({ variant }) => variant.id),
          quantity: column('integer', reservations, (each) => each.quantity),
          reserved: column('integer', reservations, (each) => each.reserved),
        },
      }),
    );
  const paid = redemptions.filter(({ gift_amount }) => gift_amount > 0).map(redemptionOf);
  return [
    ...statements.map((statement) => tx.query(statement)),
    ...recordEntries(tx, { id, currency_code }, paid),
  ];
}
