const form =
  /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(0\d|1[0-5]):([0-5]\d)))?$/;

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Converts a client's timestamp to the format of documents, `2019-07-14T09:23:34.000000Z`. Accepts RFC 3339
 * timestamps with an offset (§5.6; seconds are optional), and dates, which mean midnight UTC. Rounds to
 * microseconds. Returns undefined for invalid text and for years outside 1 to 9999 UTC, which Postgres
 * rejects.
 */
export function parseTimestamp(text: string): string | undefined {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '0', sign, ahead = '0', by = '0'] =
    form.exec(text) ?? [];
  if (day === undefined || day.startsWith('0000')) return undefined;
  const local = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  // Rejects dates that do not exist. JavaScript parses February 30 as March 2.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(day)) return undefined;
  const offset = (Number(ahead) * 60 + Number(by)) * 60_000;
  const micros = Math.round(Number(`0.${fraction}`) * 1e6);
  const moment = (sign === '-' ? local + offset : local - offset) + Math.floor(micros / 1000);
  if (moment < earliest || moment > latest) return undefined;
  return `${new Date(moment).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;
}
