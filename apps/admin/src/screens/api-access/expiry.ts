import { dayAfter, firstMomentOf } from '../../parts/zone-days';

export const expiryChoices = ['30', '90', 'year', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const day = 86_400_000;

/**
 * When a token ends, in UTC; null: never; undefined: the day is missing or over. `date`: `YYYY-MM-DD`, the last day in the zone of the shop.
 */
export function expiresAt(
  choice: ExpiryChoice,
  date: string,
  { now, zone }: { now: number; zone: string },
): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date')
    return new Date(now + (choice === 'year' ? 365 : Number(choice)) * day).toISOString();
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return undefined;
  // The moment before the next day begins, however many hours this one has.
  const end = firstMomentOf(dayAfter(date, 1), zone) - 1;
  return end > now ? new Date(end).toISOString() : undefined;
}
