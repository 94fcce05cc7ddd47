import type { Texts } from '../../texts/texts';

export interface TypedRange {
  first_sequence: string;
  last_sequence: string;
}

const whole = /^[1-9]\d{0,14}$/;

/** Returns the number of events in a range of sequence numbers. Returns undefined for an invalid range. */
export function countOf({ first_sequence, last_sequence }: TypedRange): number | undefined {
  if (![first_sequence, last_sequence].every((text) => whole.test(text.trim()))) return undefined;
  const count = Number(last_sequence) - Number(first_sequence) + 1;
  return count > 0 ? count : undefined;
}

export function mistakesOf(t: Texts, range: TypedRange): Record<string, string> {
  const wrong = (['first_sequence', 'last_sequence'] as const).filter(
    (name) => !whole.test(range[name].trim()),
  );
  if (wrong.length > 0) return Object.fromEntries(wrong.map((name) => [name, t('deliveries.range.number')]));
  const first = range.first_sequence.trim();
  return countOf(range) === undefined ? { last_sequence: t('deliveries.range.order', { first }) } : {};
}
