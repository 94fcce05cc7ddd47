export interface Token {
  /** Absent for what needs no colour. */
  kind?: 'key' | 'string' | 'number' | 'word';
  text: string;
}

const pattern =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g;

/** The tokens of one line, for its colours: no string of JSON goes over the end of a line. */
export function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const found of line.matchAll(pattern)) {
    if (found.index > at) tokens.push({ text: line.slice(at, found.index) });
    const [kind] = Object.entries(found.groups!).find(([, text]) => text !== undefined)!;
    tokens.push({ kind: kind as NonNullable<Token['kind']>, text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at) });
  return tokens;
}
