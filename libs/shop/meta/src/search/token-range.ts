import type { MetaCondition } from './condition';
import { isExact, keyPrefix, kind, tokenOf } from './token';

/** A range of search tokens in byte order, including `from` and excluding `to`. */
export interface TokenRange {
  from: Buffer;
  to: Buffer;
}

export interface KeySearch {
  key: string;
  /** Disjoint ranges in ascending order. An empty array means that no metadata object can match. */
  ranges: TokenRange[];
  /** True if every metadata object in the ranges matches. Otherwise the search must check the rows. */
  exact: boolean;
  /**
   * True if all search index entries in the ranges have the same token. The index then returns the entries in
   * id order.
   */
  point: boolean;
}

/**
 * Returns the token ranges for each key. Keys with the most selective conditions come first: equality,
 * ranges, exclusions, then existence.
 */
export function keySearches(conditions: readonly MetaCondition[]): KeySearch[] {
  const searches = new Map<string, KeySearch & { rank: number }>();
  for (const condition of conditions) {
    const found = searchOf(condition);
    const known = searches.get(condition.key);
    if (!known) searches.set(condition.key, found);
    else {
      known.ranges = intersection(known.ranges, found.ranges);
      known.exact &&= found.exact;
      known.rank = Math.min(known.rank, found.rank);
    }
  }
  return [...searches.values()]
    .sort((one, other) => one.rank - other.rank)
    .map(({ key, ranges, exact }) => ({ key, ranges, exact, point: isPoint(ranges) }));
}

const rank = { point: 0, range: 1, otherThan: 2, presence: 3 };

function searchOf({ key, operator = '=', value }: MetaCondition): KeySearch & { rank: number } {
  const all = rangeOfKey(key);
  const search = (ranges: TokenRange[], exact: boolean, how: keyof typeof rank) => ({
    key,
    ranges,
    exact,
    point: false,
    rank: rank[how],
  });
  if (value === undefined) return search([all], true, 'presence');
  const exact = isExact(value);
  const token = tokenOf(key, value);
  const behind = after(token);
  const { from, to } = rangeOfKind(key, value);
  switch (operator) {
    case '=':
      return search([{ from: token, to: behind }], exact, 'point');
    case '!=':
      return search(exact ? without(all, token, behind) : [all], exact, 'otherThan');
    // A long string has a truncated token, so strings with the same token can be smaller or greater than the
    // value. The search must check their rows.
    case '>':
      return search(notEmpty({ from: exact ? behind : token, to }), exact, 'range');
    case '>=':
      return search([{ from: token, to }], exact, 'range');
    case '<':
      return search(notEmpty({ from, to: exact ? token : behind }), exact, 'range');
    case '<=':
      return search([{ from, to: behind }], exact, 'range');
  }
}

function rangeOfKey(key: string): TokenRange {
  const prefix = keyPrefix(key);
  return { from: prefix, to: withLastByte(prefix, 1) };
}

function rangeOfKind(key: string, value: string | number | boolean): TokenRange {
  const ofKind = kind[typeof value as 'string' | 'number' | 'boolean'];
  const prefix = keyPrefix(key);
  return {
    from: Buffer.concat([prefix, Buffer.of(ofKind)]),
    to: Buffer.concat([prefix, Buffer.of(ofKind + 1)]),
  };
}

function withLastByte(bytes: Buffer, last: number): Buffer {
  return Buffer.concat([bytes.subarray(0, -1), Buffer.of(last)]);
}

function after(token: Buffer): Buffer {
  return Buffer.concat([token, Buffer.of(0)]);
}

function without({ from, to }: TokenRange, token: Buffer, behind: Buffer): TokenRange[] {
  return [
    { from, to: token },
    { from: behind, to },
  ];
}

function notEmpty(range: TokenRange): TokenRange[] {
  return Buffer.compare(range.from, range.to) < 0 ? [range] : [];
}

function intersection(some: TokenRange[], others: TokenRange[]): TokenRange[] {
  return some.flatMap((one) =>
    others.flatMap((other) =>
      notEmpty({
        from: Buffer.compare(one.from, other.from) > 0 ? one.from : other.from,
        to: Buffer.compare(one.to, other.to) < 0 ? one.to : other.to,
      }),
    ),
  );
}

function isPoint(ranges: TokenRange[]): boolean {
  const [only] = ranges;
  return ranges.length === 1 && only!.to.equals(after(only!.from));
}
