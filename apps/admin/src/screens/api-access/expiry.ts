export const expiryChoices = ['30', '90', 'year', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const day = 86_400_000;

/**
 * When a token ends, in UTC; null: never; undefined: the day is missing or over. `date`: `YYYY-MM-DD`, the last day in the viewer's own zone.
 */
export function expiresAt(choice: ExpiryChoice, date: string, now: Date): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date')
    return new Date(now.getTime() + (choice === 'year' ? 365 : Number(choice)) * day).toISOString();
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  if (!year || !month || !dayOfMonth) return undefined;
  // The moment before the next day begins, however many hours this one has.
  const end = new Date(new Date(year, month - 1, dayOfMonth + 1).getTime() - 1);
  return end > now ? end.toISOString() : undefined;
}

/** `YYYY-MM-DD` of a moment in the viewer's zone, as a date input takes it. */
export function dayOf(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
