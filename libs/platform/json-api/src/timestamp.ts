const form =
  /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(0\d|1[0-5]):([0-5]\d)))?$/;

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment that a client names, as documents show it: `2019-07-14T09:23:34.000000Z`. It is written as RFC 3339 has it, with its zone (§5.6; seconds may be left
 * out), or as a day alone, which begins at midnight UTC; digits beyond microseconds are rounded, as Postgres does. Undefined where it names none, and where the
 * moment is not in the years 1 to 9999 of UTC, which is all that four digits can show, or is written as one of the year 0, which Postgres does not have. Every time
 * that a client sends goes through here: Postgres refuses others.
 */
export function parseTimestamp(text: string): string | undefined {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '0', sign, ahead = '0', by = '0'] =
    form.exec(text) ?? [];
  if (day === undefined || day.startsWith('0000')) return undefined;
  const local = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  // The 30th of February is read as the 2nd of March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(day)) return undefined;
  const offset = (Number(ahead) * 60 + Number(by)) * 60_000;
  const micros = Math.round(Number(`0.${fraction}`) * 1e6);
  const moment = (sign === '-' ? local + offset : local - offset) + Math.floor(micros / 1000);
  if (moment < earliest || moment > latest) return undefined;
  return `${new Date(moment).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;
}
