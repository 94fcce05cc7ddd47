export interface Token {
  /** Kind of JSON token, which determines the color of the text. Undefined for text without a color. */
  kind?: 'key' | 'string' | 'number' | 'word';
  text: string;
}

const tokens = /(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g;
const colon = /\s*:/y;

/** Returns the JSON tokens of one line. A JSON string never spans several lines. */
export function tokensOf(line: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(tokens)) {
    if (match.index > at) found.push({ text: line.slice(at, match.index) });
    const [text] = match;
    at = match.index + text.length;
    const [kind] = Object.entries(match.groups!).find(([, group]) => group !== undefined)!;
    found.push({ kind: isKey(text, line, at) ? 'key' : (kind as NonNullable<Token['kind']>), text });
  }
  if (at < line.length) found.push({ text: line.slice(at) });
  return found;
}

/** Returns true for a complete JSON string before a colon. */
function isKey(text: string, line: string, end: number): boolean {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return false;
  colon.lastIndex = end;
  return colon.test(line);
}
