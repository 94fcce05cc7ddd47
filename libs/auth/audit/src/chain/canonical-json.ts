/**
 * Serializes JSON without spaces, with the members of objects sorted by the code points of their names (RFC 8785 for
 * names in ASCII). Members with the value undefined or null of the top level must be omitted by the caller.
 * `auth.canonical_json` of the database returns the same text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => compareCodePoints(one, other));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** UTF-8 sorts by code point. JavaScript compares UTF-16 units, which differ beyond U+FFFF. */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
