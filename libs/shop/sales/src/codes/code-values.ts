import { parseTimestamp, type Violations } from '@storewright/json-api';

export const codeKinds = ['discount', 'gift'] as const;
export type CodeKind = (typeof codeKinds)[number];

export const valueTypes = ['percentage', 'fixed_amount'] as const;
export type ValueType = (typeof valueTypes)[number];

/** 100 % in basis points. */
const MAX_PERCENTAGE = 10_000;

export interface CodeValues {
  kind?: string;
  value_type?: string | null;
  value?: number | null;
  currency_code?: string | null;
  initial_amount?: number | null;
}
type Name = Exclude<keyof CodeValues, 'kind'>;
type KindOfCode = Pick<CodeValues, 'kind' | 'value_type'>;

/**
 * Attributes that each kind of discount code or gift code requires. All other value attributes must be
 * absent.
 */
const needed: Record<string, readonly Name[]> = {
  gift: ['initial_amount', 'currency_code'],
  percentage: ['value_type', 'value'],
  fixed_amount: ['value_type', 'value', 'currency_code'],
};
const names: readonly Name[] = ['value_type', 'value', 'currency_code', 'initial_amount'];

/**
 * True for codes with an amount: gift codes and fixed discounts. Their currency defaults to the currency of
 * the shop.
 */
export const hasCurrency = ({ kind, value_type }: KindOfCode): boolean =>
  kind === 'gift' || value_type === 'fixed_amount';

/**
 * Adds a violation for each missing or unsupported value attribute of a new code. `pointer` is the JSON
 * pointer to the attributes.
 */
export function checkNewValues(sent: CodeValues, violations: Violations, pointer: string): void {
  const kind = sent.kind === 'gift' ? 'gift' : sent.kind === 'discount' ? sent.value_type : undefined;
  if (sent.kind === 'discount' && isAbsent(sent.value_type))
    addMissing('value_type', 'a discount code', violations, pointer);
  const has = needed[kind ?? ''];
  if (!has) return;
  const what = kind === 'gift' ? 'a gift code' : `a discount code of the type ${kind}`;
  for (const name of names) {
    if (has.includes(name) && name !== 'currency_code' && isAbsent(sent[name]))
      addMissing(name, what, violations, pointer);
    if (!has.includes(name) && !isAbsent(sent[name]))
      violations.add('invalid_attribute', {
        ...{
          detail: `${name} cannot be set on ${what}. Omit ${name}.`,
          source: { pointer: `${pointer}/${name}` },
        },
        meta: { attribute: name },
      });
  }
  const detail = faultOfPercentage(sent);
  if (detail !== undefined)
    violations.add('invalid_attribute', {
      detail,
      source: { pointer: `${pointer}/value` },
      meta: { attribute: 'value' },
    });
}

function faultOfPercentage({ value_type, value }: CodeValues): string | undefined {
  if (value_type !== 'percentage' || typeof value !== 'number' || value <= MAX_PERCENTAGE) return undefined;
  return `value of a percentage must be a whole number from 1 to ${MAX_PERCENTAGE}, in basis points: 1250 is 12.5 %.`;
}

/**
 * Adds a violation if the kind of code does not support the new value. The error detail names the kind only
 * for tokens that may read codes. `pointer` is the JSON pointer to the attributes.
 */
export function checkChangedValue(
  code: KindOfCode,
  value: number | null | undefined,
  violations: Violations,
  pointer: string,
): void {
  const detail = faultOfChangedValue(code, value);
  if (detail === undefined) return;
  violations.add(code.kind === 'gift' ? 'not_fillable' : 'invalid_attribute', {
    detail:
      'This kind of code does not support the value. Omit value, or send a value that fits the kind of code.',
    source: { pointer: `${pointer}/value` },
    meta: { attribute: 'value' },
    disclosed: { scope: 'codes.get', detail },
  });
}

function faultOfChangedValue(
  { kind, value_type }: KindOfCode,
  value: number | null | undefined,
): string | undefined {
  if (value === undefined || (kind === 'gift' && value === null)) return undefined;
  if (kind === 'gift') return 'value cannot be set on a gift code, and initial_amount cannot change.';
  if (value === null) return 'value of a discount code must be a whole number of at least 1.';
  return faultOfPercentage({ value_type, value });
}

/**
 * Adds a violation unless the validity of a code ends after it starts. Does nothing if the request changes
 * neither time.
 */
export function checkPeriod(
  { starts_at, ends_at }: Period,
  sent: Period,
  violations: Violations,
  pointer: string,
): void {
  const name = isAbsent(sent.ends_at) ? 'starts_at' : 'ends_at';
  if (isAbsent(starts_at) || isAbsent(ends_at) || isAbsent(sent[name])) return;
  const [start, end] = [parseTimestamp(starts_at), parseTimestamp(ends_at)];
  if (start === undefined || end === undefined || start < end) return;
  violations.add('invalid_attribute', {
    detail: 'ends_at must be later than starts_at.',
    source: { pointer: `${pointer}/${name}` },
    meta: { attribute: name },
  });
}

export interface Period {
  starts_at?: string | null;
  ends_at?: string | null;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

function addMissing(name: string, what: string, violations: Violations, pointer: string): void {
  violations.add('invalid_attribute', {
    detail: `"${name}" is required for ${what}.`,
    source: { pointer },
    meta: { attribute: name },
  });
}
