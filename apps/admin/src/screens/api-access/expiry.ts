import { dayAfter, firstMomentOf } from '../../parts/zone-days';

export const expiryChoices = ['30', '90', 'year', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const day = 86_400_000;

/**
 * Returns the expiry time of an access token in UTC, or null for no expiry. Returns undefined if the day is missing
 * or in the past. `date` is the last valid day (`YYYY-MM-DD`) in the shop's time zone.
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
  // The last millisecond of the day, which can have 23 or 25 hours.
  const end = firstMomentOf(dayAfter(date, 1), zone) - 1;
  return end > now ? new Date(end).toISOString() : undefined;
}
