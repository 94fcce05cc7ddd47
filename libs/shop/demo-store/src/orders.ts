import {
  addAmount,
  checkStates,
  contributionOf,
  entriesOfChange,
  type Entry,
  type LineQuantity,
  type OrderStates,
  paymentAmounts,
  type PricedLines,
  priceLines,
  type Redemption,
  redemptionOf,
  returnedGifts,
  returnOf,
  type Stock,
  sumsOf,
  timestampColumns,
  unfulfilledLines,
} from '@storewright/sales';
import { foldKey } from '@storewright/text';
import { minute, timestamp } from './calendar';
import { redemptionsOf, useCodes } from './codes-of-order';
import type { Code } from './codes';
import { courseOf, type Step } from './courses';
import { addressOf, type Customer } from './customers';
import { countries, notes, firstNames, lastNames } from './people';
import { type Catalogue, currency_code, type Variant } from './products';
import { Random } from './random';
import { touch } from './touch';

export type DemoRow = Record<string, unknown>;

export interface Order {
  row: OrderStates & {
    id: string;
    currency_code: string;
    total_amount: number;
    paid_amount: number;
    refunded_amount: number;
    version: number;
    updated_at: string;
  } & DemoRow;
  customer: Customer | undefined;
  priced: PricedLines;
  redemptions: readonly Redemption[];
  transactions: (DemoRow & Pick<Entry, 'kind' | 'amount' | 'authorized_change'>)[];
  fulfillments: (DemoRow & { line_items: LineQuantity[] })[];
}

export interface Shop {
  catalogue: Catalogue;
  customers: readonly Customer[];
  codes: readonly Code[];
  /** End of the sales history, in milliseconds since 1970. */
  end: number;
}

export const firstNumber = 1001;

const nothing: Readonly<DemoRow> = {
  ...{ authorized_at: null, paid_at: null, refunded_at: null, voided_at: null, fulfilled_at: null },
  ...{ returned_at: null, completed_at: null, cancelled_at: null, cancel_reason: null },
};

/**
 * Creates a demo order at each of the given times, and applies later changes of the order until the end of
 * the sales history. Follows the order rules of the shop API.
 */
export function ordersOf(random: Random, shop: Shop, at: readonly number[]): Order[] {
  const shelf = shelfOf(random, shop.catalogue);
  // Uses a separate random generator, so that payment histories do not change the random numbers for the rest
  // of the demo store.
  const ids = new Random(1);
  return at.map((moment, index) => {
    const order = placed(random, shop, shelf, { moment, number: firstNumber + index });
    const { row, priced } = order;
    record(ids, order, moment, giftsOf(order).map(redemptionOf));
    const bought = {
      at: moment,
      sent: row.fulfillment_status !== 'not_required',
      paid: row.payment_status === 'paid',
      total_amount: row.total_amount,
      lines: priced.lines.length,
    };
    for (const step of courseOf(random, bought)) if (step.at < shop.end) take(ids, order, step);
    settle(shop, order, moment);
    return order;
  });
}

interface Shelf {
  stock: Stock;
  variants: readonly Variant[];
}

/** Returns an inventory with unlimited stock, because `stockOf` determines the final stock. */
function shelfOf(random: Random, { products, variants }: Catalogue): Shelf {
  const stocked = (row: Variant['row']) => ({
    ...row,
    inventory_quantity: row.inventory_quantity === null ? null : 1_000_000,
  });
  const stock = {
    variants: new Map(variants.map(({ row }) => [row.id, stocked(row)])),
    products: new Map(products.map(({ row }) => [row.id, { ...row, status: 'active' }])),
  };
  const popular = products.map((product) => [product, random.next()] as const);
  const rank = new Map(popular);
  const ranked = variants.toSorted((one, other) => rank.get(one.product)! - rank.get(other.product)!);
  return { stock, variants: ranked };
}

interface Place {
  moment: number;
  number: number;
}

function placed(random: Random, shop: Shop, shelf: Shelf, { moment, number }: Place): Order {
  const customer = random.chance(0.12) ? undefined : customerAt(random, shop.customers, moment);
  const buyer = customer ?? guestOf(random);
  const chosen = chosenAt(random, shelf.variants, moment);
  const line_items = chosen.map(({ row }) => ({
    variant_id: row.id,
    quantity: random.weighted([1, 2, 3].map((each) => [each, 12 ** (2 - each)] as const)),
  }));
  const wrapping = { title: 'Gift wrapping', price_amount: 350, quantity: 1 };
  const wrapped = random.chance(0.05) ? [wrapping] : [];
  const priced = priceLines(shelf.stock, { line_items: [...line_items, ...wrapped], currency_code }, '');
  const sent = wrapped.length > 0 || chosen.some(({ product }) => product.sent);
  const { redemptions, amounts } = redemptionsOf(random, shop.codes, {
    ...{ priced, moment, country: buyer.country, customer_id: customer?.row.id ?? null },
    sent,
  });
  const { email } = buyer.row;
  const paid = amounts.paid_amount === amounts.total_amount;
  const row = {
    ...{ id: random.idAt(moment), number, currency_code, line_items: priced.lines, ...amounts },
    ...{ email, email_folded: email && foldKey(email), billing_address: buyer.address },
    shipping_address: sent ? buyer.address : null,
    note: random.chance(0.04) ? random.pick(notes) : null,
    tags: random.chance(0.03) ? ['express'] : wrapped.length > 0 ? ['gift'] : [],
    ...statesOf(sent, paid),
    ...{ ...nothing, ...(paid && { paid_at: timestamp(moment) }), customer_id: customer?.row.id ?? null },
    ...{ version: 1, created_at: timestamp(moment), updated_at: timestamp(moment), ...author },
  };
  return { row, customer, priced, redemptions, transactions: [], fulfillments: [] };
}

/** Draws two random customers and returns the customer who orders more often. */
function customerAt(random: Random, customers: readonly Customer[], moment: number): Customer {
  const known = customers.findIndex(({ since }) => since > moment - minute);
  const among = known === -1 ? customers.length : known;
  const [one, other] = [customers[random.whole(0, among - 1)]!, customers[random.whole(0, among - 1)]!];
  return one.loyalty > other.loyalty ? one : other;
}

function guestOf(random: Random) {
  const country = random.weighted(countries);
  const address = addressOf(random, country, random.pick(firstNames), random.pick(lastNames));
  return { row: { email: `guest.${random.whole(1000, 9999)}@example.com` }, country, address };
}

function chosenAt(random: Random, variants: readonly Variant[], moment: number): Variant[] {
  const sold = variants.filter(({ product }) => product.soldFrom <= moment && moment < product.soldUntil);
  const count = random.weighted([46, 27, 15, 8, 4].map((weight, at) => [at + 1, weight] as const));
  const chosen = new Set<Variant>();
  while (chosen.size < count) chosen.add(sold[Math.floor(random.next() ** 1.5 * sold.length)]!);
  return [...chosen];
}

function statesOf(sent: boolean, paid: boolean): OrderStates {
  return {
    status: 'open',
    payment_status: paid ? 'paid' : 'pending',
    fulfillment_status: sent ? 'unfulfilled' : 'not_required',
  };
}

function take(ids: Random, order: Order, step: Step): void {
  const { row, transactions } = order;
  const { at, change } = step;
  checkStates(row, change, '');
  const amounts = paymentAmounts(row, change, '');
  record(ids, order, at, entriesOfChange(row, { ...change, ...amounts }, sumsOf(transactions)));
  handOver(ids, order, step);
  const entered = timestampColumns(row, change);
  if ('refunded_amount' in amounts) entered.push('refunded_at');
  Object.assign(row, change, amounts, Object.fromEntries(entered.map((column) => [column, timestamp(at)])));
  touch(row, at);
  if (change.status === 'cancelled') record(ids, order, at, returnsOf(order));
}

const author = {
  ...{
    actor_type: 'access_token',
    actor_id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb862',
    actor_name: 'Demo data',
  },
};

const written = (ids: Random, { row }: Order, at: number) => ({
  ...{ id: ids.idAt(at), order_id: row.id, derived: false, ...author },
  ...{ version: 1, created_at: timestamp(at), updated_at: timestamp(at) },
});

function record(ids: Random, order: Order, at: number, entries: readonly Entry[]): void {
  const none = { line_items: null, note: null, reference: null };
  for (const entry of entries)
    order.transactions.push({ ...written(ids, order, at), currency_code, ...none, ...entry });
}

const giftsOf = ({ redemptions }: Order) => redemptions.filter(({ gift_amount }) => gift_amount > 0);

/**
 * Returns the amounts that a cancelled order refunds to its gift codes, computed as in
 * `CodeRedemption.release`.
 */
function returnsOf(order: Order): Entry[] {
  const gifts = giftsOf(order).toSorted((one, other) => (one.code_id < other.code_id ? -1 : 1));
  const amounts = returnedGifts(
    gifts.map(({ gift_amount }) => gift_amount),
    order.row,
  );
  return gifts.flatMap(({ code_id }, at) => (amounts[at]! > 0 ? [returnOf(code_id, amounts[at]!)] : []));
}

const carriers = ['DHL', 'DPD', 'GLS'];

/**
 * Adds a fulfillment to a demo order: of one order line for `partial`, and of all remaining lines for
 * `fulfilled`.
 */
function handOver(ids: Random, order: Order, { at, change: { fulfillment_status: status } }: Step): void {
  if (status !== 'partial' && status !== 'fulfilled') return;
  const left = unfulfilledLines(order.priced.lines, order.fulfillments);
  order.fulfillments.push({
    ...written(ids, order, at),
    ...{ status: 'fulfilled', line_items: status === 'partial' ? left.slice(0, 1) : left },
    ...{ carrier: carriers[order.row.total_amount % carriers.length]!, tracking_number: String(at) },
    tracking_url: null,
  });
}

function settle(shop: Shop, order: Order, moment: number): void {
  const { row, customer, priced, redemptions } = order;
  const changes = row.status === 'cancelled' ? 2 : 1;
  const last = row.status === 'cancelled' ? Date.parse(String(row['cancelled_at'])) : moment;
  if (customer) {
    const { orders, spent } = contributionOf(row);
    customer.row.orders_count += orders;
    customer.row.total_spent = addAmount(customer.row.total_spent, { currency_code, amount: spent });
    customer.row.total_spent_amount += spent;
    touch(customer.row, Date.parse(row.updated_at), changes);
  }
  if (row.status !== 'cancelled') useCodes(shop.codes, redemptions, customer?.row.id ?? null);
  for (const { code_id } of redemptions)
    touch(shop.codes.find((code) => code.row.id === code_id)!.row, last, changes);
  for (const { variant, reserved } of priced.reservations)
    if (reserved > 0)
      touch(shop.catalogue.variants.find((each) => each.row.id === variant.id)!.row, last, changes);
}
