/*
 * Extracts parts of JSON text without changing them. JSON.parse and JSON.stringify would reorder numeric keys
 * and rewrite numbers such as 1.50. The functions require valid JSON.
 */

/**
 * Matches a JSON string, bracket or comma. The closing quote is optional, because an unterminated string
 * would otherwise be scanned several times.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/g;
const key = /^("[^"\\]*(?:\\.[^"\\]*)*")\s*:\s*/;

export function elementsOf(collection: string): string[] {
  const found: string[] = [];
  const text = collection.trim();
  let [depth, start] = [0, 1];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    const ends = depth === 0 || (depth === 1 && token === ',');
    if (!ends) continue;
    found.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return found.filter((each) => each !== '');
}

/** Returns the JSON text of an object member's value, or undefined if the object lacks the member. */
export function memberOf(object: string, name: string): string | undefined {
  for (const member of elementsOf(object)) {
    const [beginning, written] = key.exec(member)!;
    if (JSON.parse(written!) === name) return member.slice(beginning.length);
  }
  return undefined;
}
