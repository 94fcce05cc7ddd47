import { type ListQuery, parseTimestamp, Violations } from '@storewright/json-api';

/** Days of one request: what is read is bounded. */
export const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** From the first day to the last one, both included: `2026-11-21`. */
export interface DateRange {
  from: string;
  to: string;
}

/** Reads `filter[from]` and `filter[to]`. Throws 400 where they are no days, the wrong way round, or too far apart. */
export function readDateRange(
  { filters: { from: first, to: last } }: Pick<ListQuery, 'filters'>,
  now = new Date(),
): DateRange {
  const violations = new Violations();
  const refuse = (name: keyof DateRange, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter: `filter[${name}]` } });
  for (const [name, value] of [
    ['from', first],
    ['to', last],
  ] as const)
    if (value !== undefined && !isDate(value)) refuse(name, 'It is a day such as "2030-01-31".');
  violations.throwIfAny();
  const to = last ?? now.toISOString().slice(0, 10);
  const from = first ?? daysBefore(to, DEFAULT_DAYS - 1);
  if (from > to) refuse('from', `It is after ${last === undefined ? `today (${to})` : 'filter[to]'}.`);
  else if (from < daysBefore(to, MAX_DAYS - 1))
    refuse('from', `From it to ${to} are more than ${MAX_DAYS} days; ask for them in parts.`);
  violations.throwIfAny();
  return { from, to };
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(text) !== undefined;
}

/** Not before the first day that there is. */
function daysBefore(day: string, days: number): string {
  const moment = Math.max(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS, Date.parse('0001-01-01T00:00:00Z'));
  return new Date(moment).toISOString().slice(0, 10);
}
