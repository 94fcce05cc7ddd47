import { ApiError, shown, Violations } from '@storewright/json-api';
import type { InventoryProduct, InventoryVariant } from './inventory';
import { type Line, MAX_AMOUNT, type SentLine, subtotalOf } from './line-items';

export interface Reservation {
  variant: InventoryVariant;
  quantity: number;
  /** Quantity to deduct from stock. 0 if the shop does not track the stock. */
  reserved: number;
}

export interface PricedLines {
  lines: Line[];
  reservations: Reservation[];
  currency_code: string;
  subtotal_amount: number;
}

export interface SentLines {
  line_items: readonly SentLine[];
  currency_code?: string;
}

export interface Stock {
  variants: ReadonlyMap<string, InventoryVariant>;
  products: ReadonlyMap<string, InventoryProduct>;
}

type CustomLine = Pick<Line, 'title' | 'price_amount' | 'quantity'>;

/**
 * Prices the line items of an order at the current prices of variants. Throws 404 for an unknown variant, and
 * 422 for a variant that is not on sale, has a different currency, or has too little stock. `defaultCurrency`
 * applies to an order without variants and without a currency. `pointer` is the JSON pointer to the
 * attributes.
 */
export function priceLines(
  stock: Stock,
  { line_items, currency_code }: SentLines,
  pointer: string,
  defaultCurrency?: string,
): PricedLines {
  const violations = new Violations();
  const reservations = new Map<string, Reservation>();
  let currency = currency_code;
  const lines = line_items.map((line, at): Line => {
    const place = `${pointer}/line_items/${at}`;
    if (line.variant_id === undefined) return customLine(line);
    const id = line.variant_id.toLowerCase();
    const variant = stock.variants.get(id);
    const product = variant && stock.products.get(variant.product_id);
    if (!variant || !product) {
      violations.addError(noVariant(id, place));
      return customLine({ title: '', price_amount: 0, quantity: line.quantity });
    }
    if (product.status !== 'active') violations.addError(notForSale(product, place));
    currency ??= variant.currency_code;
    if (variant.currency_code !== currency)
      violations.addError(
        otherCurrency(variant, currency, currency_code ? `${pointer}/currency_code` : place),
      );
    reserve(reservations, { variant, quantity: line.quantity }, place, violations);
    return lineOf(variant, product, line.quantity);
  });
  const isCustom = line_items.every(({ variant_id }) => variant_id === undefined);
  if (isCustom) currency ??= defaultCurrency;
  if (isCustom && currency === undefined) violations.addError(noCurrency(pointer));
  const subtotal_amount = subtotalOf(lines);
  if (subtotal_amount === undefined) violations.addError(tooMuch(`${pointer}/line_items`));
  violations.throwIfAny();
  return {
    ...{ lines, reservations: [...reservations.values()] },
    ...{ currency_code: currency!, subtotal_amount: subtotal_amount! },
  };
}

function reserve(
  reservations: Map<string, Reservation>,
  { variant, quantity }: Pick<Reservation, 'variant' | 'quantity'>,
  place: string,
  violations: Violations,
): void {
  const { id, title, inventory_quantity, inventory_policy } = variant;
  const before = reservations.get(id)?.quantity ?? 0;
  const isCounted = inventory_quantity !== null;
  reservations.set(id, { variant, quantity: before + quantity, reserved: isCounted ? before + quantity : 0 });
  if (!isCounted || inventory_policy !== 'deny') return;
  const available = Math.max(inventory_quantity - before, 0);
  if (quantity <= available) return;
  violations.add('invalid_attribute', {
    detail: 'The stock of this variant is lower than the quantity in the request.',
    source: { pointer: `${place}/quantity` },
    meta: { attribute: 'line_items' },
    disclosed: {
      scope: 'variants.get',
      detail: `Only ${available} of "${shown(title)}" are in stock.`,
      meta: { attribute: 'line_items', available },
    },
  });
}

function customLine({ title, price_amount, quantity }: CustomLine): Line {
  const total_amount = price_amount * quantity;
  return { variant_id: null, product_id: null, title, sku: null, price_amount, quantity, total_amount };
}

/**
 * Creates the stored line item for a variant. Omits the variant's title if it equals the title of the
 * product.
 */
function lineOf(variant: InventoryVariant, product: InventoryProduct, quantity: number): Line {
  const titles = new Set([product.title, variant.title]);
  const price_amount = Number(variant.price_amount);
  return {
    ...{ variant_id: variant.id, product_id: variant.product_id },
    ...{ title: [...titles].join(' – '), sku: variant.sku },
    ...{ price_amount, quantity, total_amount: price_amount * quantity },
  };
}

function noVariant(id: string, place: string): ApiError {
  return new ApiError('not_found', {
    detail: `No variants object has the id "${id}".`,
    source: { pointer: `${place}/variant_id` },
  });
}

type Disclosed = ApiError['disclosed'];

function invalid(detail: string, pointer: string, attribute = 'line_items', disclosed?: Disclosed): ApiError {
  const source = { pointer };
  return new ApiError('invalid_attribute', {
    detail,
    source,
    meta: { attribute },
    ...(disclosed && { disclosed }),
  });
}

function notForSale({ title, status }: InventoryProduct, place: string): ApiError {
  const detail = `"${shown(title)}" is not on sale because the status of the product is ${status}, not active.`;
  const told = 'The product of this variant is not on sale.';
  return invalid(told, `${place}/variant_id`, undefined, { scope: 'products.get', detail });
}

function otherCurrency({ currency_code }: InventoryVariant, currency: string, pointer: string): ApiError {
  const detail =
    `All items must have the currency of the order, ${currency}, but this variant is sold in ` +
    `${currency_code}.`;
  const told = `All items must have the currency of the order, ${currency}, but this variant has another currency.`;
  const disclosed: Disclosed = { scope: 'variants.get', detail };
  return pointer.endsWith('/currency_code')
    ? invalid(told, pointer, 'currency_code', disclosed)
    : invalid(told, `${pointer}/variant_id`, undefined, disclosed);
}

function noCurrency(pointer: string): ApiError {
  const detail = '"currency_code" is required for an order without variants.';
  return invalid(detail, pointer, 'currency_code');
}

const tooMuch = (pointer: string) =>
  invalid(`The sum of the line items must not exceed ${MAX_AMOUNT} minor units.`, pointer);
