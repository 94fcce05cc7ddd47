import { codePoints, type ErrorCode, escapePointer, isStorable, Violations } from '@storewright/json-api';

export type MetaData = Record<string, unknown>;

/** Limits of `data` (CONTRACT §5); the operator may set them. */
export const metaLimits = {
  /** Bytes as JSON. */
  maxBytes: 65_536,
  maxKeys: 256,
  /** Code points. */
  maxKeyLength: 255,
  /** Levels of objects and arrays; `data` itself is the first. */
  maxDepth: 16,
};

export function isData(value: unknown): value is MetaData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds every reason why `data` cannot be kept as it is. Goes down level by level without recursion, so that 100,000 levels cost a moment and not
 * the stack. `source`: the body, which alone knows how a number was written.
 */
export function checkData(data: MetaData, violations: Violations, pointer: string, source: string): void {
  checkKeys(data, violations, pointer);
  if (!checkValues(data, violations, pointer, source)) return;
  checkSize(data, violations, pointer);
}

/** The limits that merging may exceed although each part keeps them. */
export function checkMerged(data: MetaData, pointer: string): void {
  const violations = new Violations();
  checkCount(data, violations, pointer);
  checkSize(data, violations, pointer);
  violations.throwIfAny();
}

function checkKeys(data: MetaData, violations: Violations, pointer: string): void {
  checkCount(data, violations, pointer);
  for (const key of Object.keys(data)) {
    const length = codePoints(key);
    if (length >= 1 && length <= metaLimits.maxKeyLength) continue;
    const detail = `A key has 1 to ${metaLimits.maxKeyLength} characters, not ${length}.`;
    violations.add('invalid_key', { detail, source: { pointer: `${pointer}/${escapePointer(key)}` } });
  }
}

function checkCount(data: MetaData, violations: Violations, pointer: string): void {
  const count = Object.keys(data).length;
  if (count <= metaLimits.maxKeys) return;
  violations.add('too_many_keys', {
    detail: `data has at most ${metaLimits.maxKeys} keys, not ${count}.`,
    source: { pointer },
  });
}

function checkSize(data: MetaData, violations: Violations, pointer: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes <= metaLimits.maxBytes) return;
  violations.add('data_too_large', {
    detail: `data is at most ${metaLimits.maxBytes} bytes as JSON, not ${bytes}.`,
    source: { pointer },
  });
}

interface Place {
  value: unknown;
  pointer: string;
  depth: number;
}

/** False where it is nested too deep: then nothing that recurses may touch it. */
function checkValues(data: MetaData, violations: Violations, root: string, source: string): boolean {
  const open: Place[] = [{ value: data, pointer: root, depth: 1 }];
  const refuse = (code: ErrorCode, pointer: string, detail: string) =>
    violations.add(code, { detail, source: { pointer } });
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, pointer, depth } = place;
    if (typeof value === 'string' && !isStorable(value))
      refuse('invalid_text', pointer, 'A text cannot hold U+0000 or an unpaired surrogate.');
    if (typeof value === 'number' && !isExact(value, source)) {
      refuse(
        'number_out_of_range',
        pointer,
        'Send an integer within ±(2^53 − 1), or the number as a string.',
      );
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > metaLimits.maxDepth) {
      refuse('nesting_too_deep', root, `data is nested at most ${metaLimits.maxDepth} levels deep.`);
      return false;
    }
    for (const [key, child] of Object.entries(value)) {
      const below = `${pointer}/${escapePointer(key)}`;
      if (!isStorable(key))
        refuse('invalid_text', pointer, 'A key cannot hold U+0000 or an unpaired surrogate.');
      open.push({ value: child, pointer: below, depth: depth + 1 });
    }
  }
  return true;
}

/** Numbers are doubles. One that was written as an integer beyond 2^53 − 1 was somebody's exact number, and would become another. */
function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  return !integersOf(source).has(value);
}

const stringLiteral = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;
const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** The values of the JSON text's long integer literals. */
function integersOf(source: string): Set<number> {
  return new Set((source.replace(stringLiteral, '""').match(longInteger) ?? []).map(Number));
}

/**
 * The map after an update (CONTRACT §5, `override`): replaced as a whole, or the keys sent set, those sent as null removed and the others kept.
 * Spread keeps a key named `__proto__`, where Object.assign would lose it.
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
