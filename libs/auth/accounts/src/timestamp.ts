const form =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** A moment as RFC 3339 has it, after 1970 and on a day that is there: what the database takes without rounding. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const [, year, month, day] = form.exec(value) ?? [];
  if (!year || !month || !day || Number(year) < 1970) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
