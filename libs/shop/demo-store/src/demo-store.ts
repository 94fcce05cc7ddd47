import * as catalog from '@storewright/catalog';
import * as sales from '@storewright/sales';
import { day, hour, moments } from './calendar';
import { codesOf } from './codes';
import { type Customer, customersOf } from './customers';
import { notedOn } from './meta';
import { firstNumber, type Order, ordersOf, type DemoRow } from './orders';
import { catalogue } from './products';
import { Random } from './random';
import { searchTermsOf } from './terms';
import { touch } from './touch';

/**
 * Rows of the demo store, keyed by table. The rows have no shop_id. A table comes before the tables that
 * refer to it.
 */
export type DemoStore = Readonly<Record<string, readonly DemoRow[]>>;

const resources = { products: catalog.products, customers: sales.customers, orders: sales.orders };

const seed = 20_190_714;
const days = 548;

export interface DemoSize {
  orders: number;
  customers: number;
}
const usual: DemoSize = { orders: 3000, customers: 800 };

/**
 * Builds a demo store with eighteen months of sales history before `today` (such as `2026-01-31`, UTC). The
 * same day yields the same rows and ids. Amounts, codes and states follow the rules of the shop API.
 */
export function demoStore(today: string, size = usual): DemoStore {
  const random = new Random(seed);
  const end = Date.parse(`${today}T00:00:00Z`);
  const from = end - days * day;
  const goods = catalogue(random, from, end);
  const customers = customersOf(random, { from, end, count: size.customers });
  const codes = codesOf(random, goods, customers, end);
  const shop = { catalogue: goods, customers, codes, end };
  const orders = ordersOf(random, shop, moments(random, { days, end, count: size.orders }));
  leave(random, customers, orders, end);
  const noted = notedOn(random, goods.products, orders, end);
  return {
    order_numbers: [{ last_number: firstNumber + orders.length - 1 }],
    products: goods.products.map(({ row }) => row),
    variants: goods.variants.map(({ row }) => row),
    customers: customers.map(({ row }) => row),
    codes: codes.map(({ row }) => row),
    code_products: codes.flatMap(({ row, products }) =>
      [...products].map((product_id) => ({ code_id: row.id, product_id })),
    ),
    orders: orders.map(({ row }) => row),
    order_codes: orders.flatMap(({ row, redemptions }) =>
      redemptions.map((each) => ({ order_id: row.id, ...each })),
    ),
    order_variants: orders.flatMap(({ row, priced }) =>
      priced.reservations.map(({ variant, quantity, reserved }) => ({
        ...{ order_id: row.id, variant_id: variant.id, quantity, reserved, restocked: 0 },
      })),
    ),
    transactions: orders.flatMap(({ transactions }) => transactions),
    fulfillments: orders.flatMap(({ fulfillments }) => fulfillments),
    search_terms: [
      ...searchTermsOf(resources.products, goods.products),
      ...searchTermsOf(resources.customers, customers),
      ...searchTermsOf(resources.orders, orders),
    ],
    meta: noted.map(({ row }) => row),
    meta_entries: noted.flatMap(({ entries }) => entries),
  };
}

const noAddress = {
  email: null,
  email_folded: null,
  billing_address: null,
  shipping_address: null,
  note: null,
};
const nobody = {
  ...{ email: null, email_folded: null, phone: null, first_name: null, last_name: null, note: null },
  ...{ default_address: null, tags: [], accepts_marketing: false, status: 'redacted' },
};

/** Redacts or disables some of the demo customers. */
function leave(random: Random, customers: readonly Customer[], orders: readonly Order[], end: number): void {
  const early = customers.filter(({ since }) => since < end - 300 * day);
  for (const customer of early.filter((_, at) => at % 90 === 50)) {
    const at = end - random.whole(1, 48) * hour;
    Object.assign(customer.row, nobody);
    touch(customer.row, at);
    for (const { row, fulfillments } of orders.filter((order) => order.customer === customer)) {
      Object.assign(row, noAddress);
      touch(row, at);
      for (const each of fulfillments) Object.assign(each, { tracking_number: null });
    }
  }
  for (const { row } of early.filter((each, at) => at % 70 === 20 && each.row.status === 'active')) {
    row.status = 'disabled';
    touch(row, end - random.whole(1, 24) * hour);
  }
}
