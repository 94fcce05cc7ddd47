import { ApiError, type Row, shown, Violations } from '@storewright/json-api';
import type { TransactionContext } from '@storewright/resources';
import { type Line, mostAmount, type SentLine, subtotalOf } from './line-items';
import type { Shelves } from './shelves';

/** What an order takes out of one variant. */
export interface Taken {
  variant: Row;
  quantity: number;
  /** What of it the stock counts: all or nothing. */
  reserved: number;
}

/** The lines of a new order with what they cost, and the variants, locked, that they take from. */
export interface Picked {
  lines: Line[];
  taken: Taken[];
  currency_code: string;
  subtotal_amount: number;
}

type CustomLine = Pick<Line, 'title' | 'price_amount' | 'quantity'>;

interface Sent {
  line_items: readonly SentLine[];
  currency_code?: string;
}

/**
 * Looks up what was ordered and locks it. Throws 404 for a variant that is not there, 422 for one that is not for sale, of another currency than the others,
 * or of which there are not enough. `pointer`: of the attributes.
 */
export async function pick(
  context: TransactionContext,
  shelves: Shelves,
  sent: Sent,
  pointer: string,
): Promise<Picked> {
  const ids = sent.line_items.flatMap(({ variant_id }) => (variant_id === undefined ? [] : [variant_id]));
  const found = await shelves.variants.lockAll(context, [...new Set(ids)]);
  const productIds = new Set(found.map((variant) => String(variant['product_id'])));
  const products = productIds.size > 0 ? await shelves.products.findByIds(context, [...productIds]) : [];
  return pickFrom({ variants: byId(found), products: byId(products) }, sent, pointer);
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row['id']), row]));

type Stock = Record<'variants' | 'products', ReadonlyMap<string, Row>>;

/** The same, of what was looked up. */
export function pickFrom(stock: Stock, { line_items, currency_code }: Sent, pointer: string): Picked {
  const violations = new Violations();
  const taken = new Map<string, Taken>();
  let currency = currency_code;
  const lines = line_items.map((line, at): Line => {
    const place = `${pointer}/line_items/${at}`;
    if (line.variant_id === undefined) return customLine(line);
    const id = line.variant_id.toLowerCase();
    const variant = stock.variants.get(id);
    const product = variant && stock.products.get(String(variant['product_id']));
    if (!variant || !product) {
      violations.addError(noVariant(id, place));
      return customLine({ title: '', price_amount: 0, quantity: line.quantity });
    }
    if (product['status'] !== 'active') violations.addError(notForSale(product, place));
    currency ??= String(variant['currency_code']);
    if (variant['currency_code'] !== currency)
      violations.addError(
        otherCurrency(variant, currency, currency_code ? `${pointer}/currency_code` : place),
      );
    take(taken, { id, variant, quantity: line.quantity }, place, violations);
    return lineOf(variant, product, line.quantity);
  });
  const isCustom = line_items.every(({ variant_id }) => variant_id === undefined);
  if (isCustom && currency === undefined) violations.addError(noCurrency(pointer));
  const subtotal_amount = subtotalOf(lines);
  if (subtotal_amount === undefined) violations.addError(tooMuch(`${pointer}/line_items`));
  violations.throwIfAny();
  return { lines, taken: [...taken.values()], currency_code: currency!, subtotal_amount: subtotal_amount! };
}

function take(
  taken: Map<string, Taken>,
  { id, variant, quantity }: { id: string; variant: Row; quantity: number },
  place: string,
  violations: Violations,
): void {
  const before = taken.get(id)?.quantity ?? 0;
  const counted = variant['inventory_quantity'] !== null;
  taken.set(id, { variant, quantity: before + quantity, reserved: counted ? before + quantity : 0 });
  if (!counted || variant['inventory_policy'] !== 'deny') return;
  const available = Math.max(Number(variant['inventory_quantity']) - before, 0);
  if (quantity <= available) return;
  violations.add('invalid_attribute', {
    detail: `Left of "${shown(String(variant['title']))}" in stock: ${available}.`,
    source: { pointer: `${place}/quantity` },
    meta: { attribute: 'line_items', available },
  });
}

function customLine({ title, price_amount, quantity }: CustomLine): Line {
  const total_amount = price_amount * quantity;
  return { variant_id: null, product_id: null, title, sku: null, price_amount, quantity, total_amount };
}

/** A product of one variant is often called the same twice; once is enough. */
function lineOf(variant: Row, product: Row, quantity: number): Line {
  const titles = new Set([product['title'], variant['title']]);
  const price_amount = Number(variant['price_amount']);
  return {
    variant_id: String(variant['id']),
    product_id: String(variant['product_id']),
    title: [...titles].join(' – '),
    sku: variant['sku'] as string | null,
    ...{ price_amount, quantity, total_amount: price_amount * quantity },
  };
}

function noVariant(id: string, place: string): ApiError {
  return new ApiError('not_found', {
    detail: `There is no variants object with the id "${id}".`,
    source: { pointer: `${place}/variant_id` },
  });
}

function invalid(detail: string, pointer: string, attribute = 'line_items'): ApiError {
  return new ApiError('invalid_attribute', { detail, source: { pointer }, meta: { attribute } });
}

function notForSale({ title, status }: Row, place: string): ApiError {
  const detail = `"${shown(String(title))}" is not for sale: the product is ${String(status)}, not active.`;
  return invalid(detail, `${place}/variant_id`);
}

function otherCurrency({ currency_code }: Row, currency: string, pointer: string): ApiError {
  const detail = `An order has one currency: this variant is sold in ${String(currency_code)}, the order is in ${currency}.`;
  return pointer.endsWith('/currency_code')
    ? invalid(detail, pointer, 'currency_code')
    : invalid(detail, `${pointer}/variant_id`);
}

function noCurrency(pointer: string): ApiError {
  const detail = '"currency_code" is missing: an order without variants needs it.';
  return invalid(detail, pointer, 'currency_code');
}

const tooMuch = (pointer: string) => invalid(`The lines cost more than ${mostAmount} together.`, pointer);

/** Takes what was picked out of the stock, each variant with its event. */
export async function reserve(
  context: TransactionContext,
  { variants }: Shelves,
  taken: readonly Taken[],
): Promise<void> {
  for (const { variant, reserved } of taken.filter((each) => each.reserved > 0)) {
    const inventory_quantity = Number(variant['inventory_quantity']) - reserved;
    await variants.write(context, variant, { inventory_quantity });
  }
}

/** Puts back what a cancelled order had reserved, as far as the variants are still there and counted. */
export async function putBack(
  context: TransactionContext,
  { variants }: Shelves,
  order_id: unknown,
): Promise<void> {
  const { rows, shop } = context;
  const taken = await rows.query({
    name: 'order-variants-reserved',
    text: 'SELECT variant_id, reserved FROM shop.order_variants WHERE shop_id = $1 AND order_id = $2 AND reserved > 0',
    values: [shop.id, order_id],
  });
  const reserved = new Map(taken.map((each) => [each['variant_id'], Number(each['reserved'])]));
  const found = await variants.lockAll(
    context,
    [...reserved.keys()].map((id) => String(id)),
  );
  for (const variant of found.filter((each) => each['inventory_quantity'] !== null)) {
    const inventory_quantity = Number(variant['inventory_quantity']) + reserved.get(variant['id'])!;
    await variants.write(context, variant, { inventory_quantity });
  }
}
