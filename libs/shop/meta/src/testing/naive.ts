import type { MetaCondition } from '../search/condition';
import type { MetaPlace, MetaQuestion } from '../search/statement';

export interface Stored {
  id: string;
  resource_type: string;
  resource_id: string;
  data: Record<string, unknown>;
}

/**
 * Reference implementation of the metadata search (docs/contract.md §5), for tests. Returns true if the
 * metadata object matches.
 */
export function matchesNaively(object: Stored, question: MetaQuestion): boolean {
  if (question.resource_type !== undefined && object.resource_type !== question.resource_type) return false;
  if (question.resource_id !== undefined && object.resource_id !== question.resource_id) return false;
  return question.conditions.every((condition) => holds(object.data, condition));
}

function holds(data: Record<string, unknown>, { key, operator = '=', value }: MetaCondition): boolean {
  if (!Object.hasOwn(data, key)) return false;
  if (value === undefined) return true;
  const actual = data[key];
  if (operator === '=') return actual === value;
  if (operator === '!=') return actual !== value;
  if (typeof actual !== typeof value) return false;
  const difference =
    typeof value === 'number'
      ? Math.sign((actual as number) - value)
      : byCodePoint(actual as string, String(value));
  return { '>': difference > 0, '>=': difference >= 0, '<': difference < 0, '<=': difference <= 0 }[operator];
}

/** Compares strings by code point. The JavaScript operator `<` compares UTF-16 code units instead. */
export function byCodePoint(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/**
 * Reference implementation of a page of the metadata search (docs/contract.md §5), for tests. Returns the ids
 * on the page.
 */
export function naivePage(objects: Stored[], question: MetaQuestion, place: MetaPlace): string[] {
  const backwards = place.before !== undefined;
  const cursor = place.before ?? place.after ?? [];
  const compare = (one: readonly string[], other: readonly string[]) => {
    for (const [index, { descending }] of place.order.entries()) {
      const difference = byCodePoint(one[index]!, other[index]!);
      if (difference !== 0) return difference * (descending === backwards ? 1 : -1);
    }
    return 0;
  };
  const keyOf = (object: Stored) => place.order.map(({ column }) => object[column as 'id']);
  return objects
    .filter((object) => matchesNaively(object, question))
    .filter((object) => cursor.length === 0 || compare(keyOf(object), cursor) > 0)
    .sort((one, other) => compare(keyOf(one), keyOf(other)))
    .slice(place.offset ?? 0, (place.offset ?? 0) + place.limit)
    .map(({ id }) => id);
}
