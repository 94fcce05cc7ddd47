/**
 * Serializes a value as canonical JSON: no spaces, members sorted by name (RFC 8785 for ASCII names). The SQL
 * function `auth.canonical_json` returns the same text. Callers must omit top-level members whose value is
 * undefined or null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => compareCodePoints(one, other));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** Compares code points, as UTF-8 does. JavaScript compares UTF-16 units, which differ beyond U+FFFF. */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
