import {
  codePoints,
  type ErrorCode,
  isStorable,
  pointerBelow,
  Violations,
  withLostNumbersMarked,
} from '@storewright/json-api';

export type MetaData = Record<string, unknown>;

/** Limits of a metadata object's `data`, which the operator configures (docs/contract.md §5). */
export interface MetaLimits {
  /** Maximum size of a metadata object's `data` as JSON text in bytes. */
  maxBytes: number;
  maxKeys: number;
  /** Maximum length of a key of metadata in code points. */
  maxKeyLength: number;
  /** Maximum nesting depth of a metadata object's `data`. `data` itself is level 1. */
  maxDepth: number;
}

export const metaLimits: MetaLimits = { maxBytes: 65_536, maxKeys: 256, maxKeyLength: 255, maxDepth: 16 };

export function isData(value: unknown): value is MetaData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds a violation for every part of `data` that cannot be stored. Uses no recursion, so that 100,000 nested
 * levels do not overflow the stack. `source` is the request body, which contains all digits of the numbers.
 */
export function checkData(
  data: MetaData,
  violations: Violations,
  pointer: string,
  source: string,
  limits: MetaLimits = metaLimits,
): void {
  const check = { limits, violations, pointer };
  const keys = Object.keys(data);
  checkKeys(keys, check);
  // If the metadata has more than ten times the allowed number of keys, reports only that the number is
  // exceeded.
  if (keys.length > 10 * limits.maxKeys) return;
  if (isTooDeep(data, limits)) {
    const detail = `data must be nested at most ${limits.maxDepth} levels deep.`;
    return violations.add('nesting_too_deep', { detail, source: { pointer } });
  }
  // Does not check the values of metadata that is too large, because a body of 1 MiB can contain 200,000
  // numbers with long pointers.
  if (checkSize(data, check)) checkValues(data, violations, pointer, source);
}

/**
 * Checks the number of keys and the size of merged metadata, which can exceed a limit even if both parts are
 * within the limits.
 */
export function checkMerged(data: MetaData, pointer: string, limits: MetaLimits = metaLimits): void {
  const violations = new Violations();
  const check = { limits, violations, pointer, isMerged: true };
  checkCount(Object.keys(data), check);
  checkSize(data, check);
  violations.throwIfAny();
}

interface Check {
  limits: MetaLimits;
  violations: Violations;
  pointer: string;
  /**
   * True if the data includes stored metadata. The error then contains the actual size only for tokens that
   * may read the metadata.
   */
  isMerged?: boolean;
}

function checkKeys(keys: readonly string[], check: Check): void {
  const { limits, violations, pointer } = check;
  checkCount(keys, check);
  for (const key of keys) {
    if (violations.isFull) return;
    const length = codePoints(key);
    if (length >= 1 && length <= limits.maxKeyLength) continue;
    const detail = `A key must have 1 to ${limits.maxKeyLength} characters, not ${length}.`;
    violations.add('invalid_key', { detail, source: { pointer: pointerBelow(pointer, key) } });
  }
}

function checkCount({ length: count }: readonly string[], check: Check): void {
  const { maxKeys } = check.limits;
  if (count <= maxKeys) return;
  const detail = `data must have at most ${maxKeys} keys, not ${count}.`;
  addExceeded(
    'too_many_keys',
    detail,
    `data must have at most ${maxKeys} keys, including stored keys.`,
    check,
  );
}

function addExceeded(
  code: ErrorCode,
  detail: string,
  detailOfMerged: string,
  { violations, pointer, isMerged }: Check,
): void {
  const source = { pointer };
  if (!isMerged) return violations.add(code, { detail, source });
  violations.add(code, { detail: detailOfMerged, source, disclosed: { scope: 'meta.get', detail } });
}

function checkSize(data: MetaData, check: Check): boolean {
  const { maxBytes } = check.limits;
  const bytes = sizeOf(data);
  if (bytes <= maxBytes) return true;
  const detail = `data must have at most ${maxBytes} bytes as JSON, not ${bytes}.`;
  addExceeded(
    'data_too_large',
    detail,
    `data must have at most ${maxBytes} bytes, including stored data.`,
    check,
  );
  return false;
}

const exponents = /\de[+-]?(\d+)/g;

/**
 * Returns the size of the JSON text in bytes as Postgres prints it. For example, Postgres prints 1e308 with
 * 309 digits.
 */
function sizeOf(data: MetaData): number {
  const text = JSON.stringify(data);
  let bytes = Buffer.byteLength(text);
  for (const [, digits] of text.replace(stringLiteral, '""').matchAll(exponents)) bytes += Number(digits);
  return bytes;
}

function isTooDeep(data: MetaData, { maxDepth }: MetaLimits): boolean {
  let level: object[] = [data];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: object[] = [];
    for (const container of level)
      for (const child of Object.values(container) as unknown[])
        if (typeof child === 'object' && child !== null) next.push(child);
    level = next;
  }
  return false;
}

interface Place {
  value: unknown;
  marked: unknown;
  pointer: string;
}

/**
 * Adds a violation for each string, number and key that cannot be stored unchanged. `root` is the JSON pointer
 * of the metadata in the request body `source`.
 */
function checkValues(data: MetaData, violations: Violations, root: string, source: string): void {
  const open: Place[] = [{ value: data, marked: markedAt(source, root), pointer: root }];
  const refuse = (code: ErrorCode, pointer: string, detail: string) =>
    violations.add(code, { detail, source: { pointer } });
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, marked, pointer } = place;
    if (typeof value === 'string' && !isStorable(value))
      refuse('invalid_text', pointer, 'A string cannot contain U+0000 or an unpaired surrogate.');
    if (typeof value === 'number' && typeof marked === 'string') {
      refuse(
        'number_out_of_range',
        pointer,
        'A number beyond ±(2^53 − 1) would lose digits. Send the number as a string.',
      );
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (isStorable(key))
        open.push({ value: child, marked: memberOf(marked, key), pointer: pointerBelow(pointer, key) });
      // What is below such a key may have no pointer.
      else refuse('invalid_text', pointer, 'A key cannot contain U+0000 or an unpaired surrogate.');
    }
  }
}

const stringLiteral = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;
/**
 * Parses the value at a JSON pointer of the request body. A number that the API rejects becomes an empty
 * string, see `isKeptNumber`. Returns undefined if the body contains no such number.
 */
function markedAt(source: string, pointer: string): unknown {
  const marked = withLostNumbersMarked(source);
  if (marked === undefined) return undefined;
  let part = JSON.parse(marked) as unknown;
  for (const name of pointer.split('/').slice(1)) part = memberOf(part, name);
  return part;
}

function memberOf(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null ? (part as MetaData)[name] : undefined;
}

/**
 * Applies an update to metadata (docs/contract.md §5, `override`): replaces all keys, or sets the sent keys
 * and removes the keys sent as null. Uses a Map, because Object.assign would lose a key named `__proto__`.
 */
export function merged(old: MetaData, change: MetaData, override: boolean): MetaData {
  if (override) return change;
  const result = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) result.delete(key);
    else result.set(key, value);
  }
  return Object.fromEntries(result);
}
