/**
 * Serializes a value as canonical JSON: no spaces, members sorted by the code points of their names (RFC 8785 for
 * ASCII names). Callers must omit top-level members with the value undefined or null. The SQL function
 * `auth.canonical_json` returns the same text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => compareCodePoints(one, other));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/**
 * Compares code points by their UTF-8 bytes. JavaScript compares UTF-16 code units, whose order differs above U+FFFF.
 */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
