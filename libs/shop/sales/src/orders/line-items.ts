import {
  codePoints,
  fits,
  isObject,
  isStorable,
  type JsonSchema,
  pointerBelow,
  shown,
  type Violations,
} from '@storewright/json-api';

/** A line item in a request: a variant at its current price, or an item that is not in the catalog. */
export type SentLine =
  | { variant_id: string; quantity: number }
  | { variant_id?: undefined; title: string; price_amount: number; quantity: number };

export interface Line {
  variant_id: string | null;
  product_id: string | null;
  title: string;
  sku: string | null;
  price_amount: number;
  quantity: number;
  total_amount: number;
}

const nullableId = { type: ['string', 'null'], format: 'uuid' };
const amount = { type: 'integer', minimum: 0 };

export const linesSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      variant_id: nullableId,
      product_id: nullableId,
      title: { type: 'string' },
      sku: { type: ['string', 'null'] },
      price_amount: amount,
      quantity: { type: 'integer', minimum: 1 },
      total_amount: amount,
    },
    required: ['variant_id', 'product_id', 'title', 'sku', 'price_amount', 'quantity', 'total_amount'],
  },
};

export const MAX_LINES = 250;
export const MAX_QUANTITY = 1_000_000;
/** Maximum of every amount, in minor units. */
export const MAX_AMOUNT = 1e15;

export function isLineList(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= MAX_LINES;
}

type Rule = [holds: (value: unknown) => boolean, sentence: string];
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const quantity: Rule = [
  (value) => isWhole(value, 1, MAX_QUANTITY),
  `quantity must be a whole number from 1 to ${MAX_QUANTITY}`,
];
const ofVariant: Record<string, Rule> = {
  variant_id: [(value) => typeof value === 'string' && fits('id', value), 'variant_id must be a UUID'],
  quantity,
};
const custom: Record<string, Rule> = {
  title: [
    (value) =>
      typeof value === 'string' && isStorable(value) && codePoints(value) >= 1 && codePoints(value) <= 255,
    'title must be a string of 1 to 255 characters',
  ],
  price_amount: [
    (value) => isWhole(value, 0, MAX_AMOUNT),
    'price_amount must be a whole number from 0 to 10^15, in the smallest unit of the currency',
  ],
  quantity,
};

const quantitySchema = { type: 'integer', minimum: 1, maximum: MAX_QUANTITY };

export const sentLinesSchema: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_LINES,
  items: {
    oneOf: [
      {
        type: 'object',
        properties: { variant_id: { type: 'string', format: 'uuid' }, quantity: quantitySchema },
        required: ['variant_id', 'quantity'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 255 },
          price_amount: { type: 'integer', minimum: 0, maximum: MAX_AMOUNT },
          quantity: quantitySchema,
        },
        required: ['title', 'price_amount', 'quantity'],
        additionalProperties: false,
      },
    ],
  },
};

/**
 * Adds a violation for every error in the line items. `pointer` is the JSON pointer to the array of line
 * items.
 */
export function checkLines(lines: readonly unknown[], violations: Violations, pointer: string): void {
  for (const [at, line] of lines.entries())
    if (!violations.isFull) checkLine(line, violations, `${pointer}/${at}`);
}

function checkLine(line: unknown, violations: Violations, pointer: string): void {
  const add = (code: 'invalid_attribute' | 'unknown_attribute', detail: string, place: string) =>
    violations.add(code, { detail, source: { pointer: place }, meta: { attribute: 'line_items' } });
  if (!isObject(line)) {
    add(
      'invalid_attribute',
      'A line item must be an object with variant_id and quantity, or with title, price_amount and quantity.',
      pointer,
    );
    return;
  }
  const rules = line['variant_id'] === undefined ? custom : ofVariant;
  const known = Object.keys(rules).join(', ');
  for (const name of Object.keys(line)) {
    if (violations.isFull) return;
    if (Object.hasOwn(rules, name)) continue;
    add(
      'unknown_attribute',
      `This line item accepts ${known}, but not "${shown(name)}".`,
      pointerBelow(pointer, name),
    );
  }
  for (const [name, [holds, sentence]] of Object.entries(rules)) {
    if (!Object.hasOwn(line, name)) add('invalid_attribute', `"${name}" is required: ${sentence}.`, pointer);
    else if (!holds(line[name])) add('invalid_attribute', `${sentence}.`, `${pointer}/${name}`);
  }
}

/** Returns the total price of the line items. Returns undefined if the total exceeds the maximum amount. */
export function subtotalOf(lines: readonly Pick<Line, 'price_amount' | 'quantity'>[]): number | undefined {
  let subtotal = 0;
  for (const { price_amount, quantity } of lines) {
    // Checks the amount before multiplying, because JavaScript cannot represent a larger product exactly.
    if (price_amount > MAX_AMOUNT / quantity) return undefined;
    subtotal += price_amount * quantity;
    if (subtotal > MAX_AMOUNT) return undefined;
  }
  return subtotal;
}
