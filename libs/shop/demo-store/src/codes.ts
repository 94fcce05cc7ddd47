import type { Redeemable } from '@storewright/sales';
import { foldKey } from '@storewright/text';
import { day, timestamp } from './calendar';
import type { Customer } from './customers';
import type { Catalogue } from './products';
import { currency_code } from './products';
import type { Random } from './random';

export interface Code {
  row: {
    id: string;
    code: string;
    kind: 'discount' | 'gift';
    value_type: 'percentage' | 'fixed_amount' | null;
    value: number | null;
    currency_code: string | null;
    balance_amount: number | null;
    minimum_subtotal_amount: number | null;
    usage_limit: number | null;
    usage_limit_per_customer: number | null;
    usage_count: number;
    customer_id: string | null;
    version: number;
    updated_at: string;
  } & Record<string, unknown>;
  products: ReadonlySet<string>;
  /** Start and end of the code's validity, in milliseconds since 1970. */
  from: number;
  until: number;
  uses: Map<string | null, number>;
}

interface Wanted {
  /** Creation time of a demo code, then start and end of its validity, in days relative to today. */
  made: number;
  starts?: number;
  ends?: number;
  /** Value of a discount: a percentage, or an amount in cents (`off`). */
  percent?: number;
  off?: number;
  gift?: number;
  minimum?: number;
  limit?: number;
  each?: number;
  /** Tag of the products to which the code is limited. */
  tag?: string;
  ofCustomer?: boolean;
  disabled?: boolean;
}

const wanted: Record<string, Wanted> = {
  WELCOME10: { made: -540, percent: 10, each: 1 },
  FREESHIPPING: { made: -500, off: 490, minimum: 3000 },
  TENOFF: { made: -420, off: 1000, minimum: 5000 },
  COFFEE5: { made: -380, off: 500, minimum: 2000, tag: 'coffee' },
  'Kitchen12.5': { made: -250, percent: 12.5, tag: 'kitchen' },
  THANKYOU: { made: -120, percent: 15, ofCustomer: true, each: 3 },
  FIRST50: { made: -480, percent: 25, limit: 50 },
  FLASH: { made: -200, off: 500, limit: 25 },
  WINTERSALE: { made: -400, percent: 20, minimum: 8000, starts: -370, ends: -330 },
  SPRING15: { made: -260, percent: 15, starts: -240, ends: -200 },
  LINENWEEK: { made: -90, off: 1500, tag: 'textile', starts: -80, ends: -73 },
  NEXTSEASON: { made: -5, percent: 20, starts: 30, ends: 60 },
  ANNIVERSARY: { made: -3, off: 2000, minimum: 10_000, starts: 45, ends: 52 },
  STAFF30: { made: -530, percent: 30, disabled: true },
  OLDPARTNER: { made: -530, off: 750, disabled: true, ends: -100 },
  'GIFT-7KQ2MXVD': { made: -150, gift: 5000 },
  'GIFT-H4TZ9WNC': { made: -330, gift: 2500 },
  'GIFT-R8PB3FJA': { made: -290, gift: 3000 },
  'GIFT-COMPANY26': { made: -310, gift: 100_000 },
  'GIFT-X2DM6YEK': { made: -4, gift: 10_000 },
  'GIFT-N5VG7SQU': { made: -75, gift: 15_000, ofCustomer: true },
  'GIFT-B9CW4LTH': { made: -500, gift: 4000, ends: -420 },
  'GIFT-K3EJ8PRX': { made: -210, gift: 7500, disabled: true },
  'GIFT-CHRISTMAS': { made: -2, gift: 5000, starts: 20 },
};

export function codesOf(
  random: Random,
  { products }: Catalogue,
  customers: readonly Customer[],
  end: number,
) {
  const early = customers.filter(({ since, loyalty }) => since < end - 200 * day && loyalty > 0.9);
  return Object.entries(wanted).map(([code, given]): Code => {
    const at = end + given.made * day + random.whole(8, 17) * 3_600_000;
    const moment = (days: number | undefined) => (days === undefined ? null : end + days * day);
    const [starts, ends] = [moment(given.starts), moment(given.ends)];
    const tagged = products.filter(({ row }) => given.tag !== undefined && row.tags.includes(given.tag));
    const row = {
      id: random.idAt(at),
      ...{ code, code_folded: foldKey(code), ...valuesOf(given) },
      minimum_subtotal_amount: given.minimum ?? null,
      ...{ usage_limit: given.limit ?? null, usage_limit_per_customer: given.each ?? null, usage_count: 0 },
      ...{
        starts_at: starts === null ? null : timestamp(starts),
        ends_at: ends === null ? null : timestamp(ends),
      },
      enabled: !given.disabled,
      customer_id: given.ofCustomer ? random.pick(early).row.id : null,
      ...{ version: 1, created_at: timestamp(at), updated_at: timestamp(at) },
    };
    return {
      row,
      products: new Set(tagged.map((each) => each.row.id)),
      from: given.disabled ? Infinity : Math.max(at, starts ?? 0),
      until: ends ?? Infinity,
      uses: new Map(),
    };
  });
}

function valuesOf({ percent, off, gift }: Wanted) {
  if (gift !== undefined)
    return {
      ...{ kind: 'gift' as const, value_type: null, value: null },
      ...{ currency_code, initial_amount: gift, balance_amount: gift },
    };
  const none = { kind: 'discount' as const, initial_amount: null, balance_amount: null };
  return percent === undefined
    ? { ...none, value_type: 'fixed_amount' as const, value: off!, currency_code }
    : { ...none, value_type: 'percentage' as const, value: percent * 100, currency_code: null };
}

/** Converts a demo code to the input of the rules for redeeming codes, as if the code were valid now. */
export function redeemable(code: Code, customer_id: string | null): Redeemable {
  const { row, products, uses } = code;
  const isUsedUp =
    row.balance_amount === 0 || (row.usage_limit !== null && row.usage_count >= row.usage_limit);
  return {
    ...{ id: row.id, kind: row.kind, status: isUsedUp ? 'exhausted' : 'active' },
    ...{ value_type: row.value_type, value: row.value ?? 0, balance_amount: row.balance_amount ?? 0 },
    ...{ currency_code: row.currency_code, minimum_subtotal_amount: row.minimum_subtotal_amount },
    ...{ usage_limit_per_customer: row.usage_limit_per_customer, customer_id: row.customer_id },
    uses_by_customer: uses.get(customer_id) ?? 0,
    products,
  };
}
