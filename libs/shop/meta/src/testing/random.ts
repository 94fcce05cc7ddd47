import type { MetaCondition } from '../search/condition';

/** Deterministic random test data (mulberry32). The same seed yields the same metadata objects. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  of<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }
  private hex(digits: number): string {
    return Array.from({ length: digits }, () => Math.floor(this.next() * 16).toString(16)).join('');
  }
  uuidV4(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`;
  }
  private clock = Date.UTC(2026, 0, 1);
  /** Returns ascending UUIDv7 ids with gaps from milliseconds to hours. */
  uuidV7(): string {
    this.clock += Math.floor(this.next() ** 4 * 3_600_000);
    const time = this.clock.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`;
  }
}

/**
 * A few keys with similar values, so that random search conditions often match. Every key has values of each
 * type.
 */
const keys = [
  'n',
  's',
  'mixed',
  '__proto__',
  'constructor',
  'ключ',
  'a',
  'a\u0001',
  'toString',
  'k'.repeat(255),
  ' ',
];
const long = 'x'.repeat(63);
const numbers = [
  0,
  -0,
  1,
  -1,
  2,
  0.1,
  0.2,
  1e300,
  -1e300,
  5e-324,
  -5e-324,
  1e-320,
  1.5,
  42,
  9007199254740991,
  2 ** 60,
];
const strings = [
  '',
  '0',
  '1',
  'a',
  'ab',
  'B',
  'b',
  'ä',
  'z',
  '\u{1F600}',
  '\uFFFD',
  '\u{10FFFF}',
  'true',
  'null',
  long,
  `${long}a`,
  `${long}b`,
  `${long}ab`,
  `${long}\u{1F600}a`,
  `${long}\u{1F600}b`,
  `${long}a`.repeat(50),
  `${long}a`.repeat(50) + 'c',
  '\u0001',
  "'; DROP",
  '\\x00',
  '{}',
];

function scalar(random: Random): string | number | boolean {
  const how = random.next();
  if (how < 0.45) return random.chance(0.3) ? Math.floor(random.next() * 50) : random.of(numbers);
  if (how < 0.9)
    return random.chance(0.2)
      ? String.fromCodePoint(0x61 + Math.floor(random.next() * 26))
      : random.of(strings);
  return random.chance(0.5);
}

function value(random: Random): unknown {
  const how = random.next();
  if (how < 0.08) return null;
  if (how < 0.14) return [scalar(random), scalar(random)];
  if (how < 0.2) return { [random.of(keys)]: scalar(random) };
  return scalar(random);
}

export function randomData(random: Random): Record<string, unknown> {
  const present = keys.filter((_, index) => random.chance([0.9, 0.6, 0.5, 0.3, 0.2][index] ?? 0.15));
  return Object.fromEntries(present.map((key) => [key, value(random)]));
}

export function randomCondition(random: Random): MetaCondition {
  const key = random.chance(0.05) ? random.of(['', 'absent', 'prototype']) : random.of(keys);
  if (random.chance(0.15)) return { key };
  const asked = scalar(random);
  if (random.chance(0.15)) return { key, value: asked };
  const operator = random.of(
    typeof asked === 'boolean' ? (['=', '!='] as const) : (['=', '!=', '<', '<=', '>', '>='] as const),
  );
  return { key, operator, value: asked };
}
