import { dayAfter, dayAt, type ListQuery, parseTimestamp, Violations } from '@storewright/json-api';

/** Maximum number of days in one request for order statistics. */
export const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;

/** First and last day of a range, both inclusive, such as `2026-11-21`. */
export interface DateRange {
  from: string;
  to: string;
}

/**
 * Parses `filter[from]` and `filter[to]` as days in the given time zone. Throws 400 for an invalid day, a
 * last day before the first day, or too many days.
 */
export function readDateRange(
  { filters: { from: first, to: last } }: Pick<ListQuery, 'filters'>,
  { zone, now = Date.now() }: { zone: string; now?: number },
): DateRange {
  const violations = new Violations();
  const refuse = (name: keyof DateRange, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter: `filter[${name}]` } });
  for (const [name, value] of [
    ['from', first],
    ['to', last],
  ] as const)
    if (value !== undefined && !isDate(value))
      refuse(name, 'The value is not a valid day. Use a day such as "2030-01-31".');
  violations.throwIfAny();
  const to = last ?? dayAt(now, zone);
  const from = first ?? dayAfter(to, 1 - DEFAULT_DAYS);
  if (from > to)
    refuse('from', `The day must not be after ${last === undefined ? `today (${to})` : 'filter[to]'}.`);
  else if (from < dayAfter(to, 1 - MAX_DAYS))
    refuse(
      'from',
      `The range up to ${to} must not be longer than ${MAX_DAYS} days. Request the range in parts.`,
    );
  violations.throwIfAny();
  return { from, to };
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(text) !== undefined;
}
