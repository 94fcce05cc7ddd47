/*
 * JSON as it is written: what JSON.parse and JSON.stringify would change (the order of keys that are numbers, 1.50) stays, so that a body that is put
 * together from it has the bytes of the original. All of it takes valid JSON.
 */

/** The closing quote is optional, so that a string never fails to match and no text is scanned twice. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/g;
const key = /^("[^"\\]*(?:\\.[^"\\]*)*")\s*:\s*/;

/** The elements of an array, or the members of an object. */
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

/** A member of an object; undefined where there is none of this name. */
export function memberOf(object: string, name: string): string | undefined {
  for (const member of elementsOf(object)) {
    const [beginning, written] = key.exec(member)!;
    if (JSON.parse(written!) === name) return member.slice(beginning.length);
  }
  return undefined;
}
