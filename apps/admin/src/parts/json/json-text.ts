/**
 * A parsed JSON value (RFC 8259) with its position in the text. `JSON.parse` reports no positions and rounds numbers.
 */
export type JsonNode = Span &
  (
    | { kind: 'object'; members: JsonMember[] }
    | { kind: 'array'; items: JsonNode[] }
    | { kind: 'string'; value: string }
    | { kind: 'number' | 'boolean' | 'null' }
  );

/** Range of a JSON text from `start` (inclusive) to `end` (exclusive), in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

export interface JsonMember {
  key: string;
  start: number;
  keyEnd: number;
  value: JsonNode;
}

export type JsonMistake =
  | 'empty'
  | 'value'
  | 'key'
  | 'colon'
  | 'commaOrBrace'
  | 'commaOrBracket'
  | 'trailingComma'
  | 'singleQuotes'
  | 'comment'
  | 'literal'
  | 'number'
  | 'escape'
  | 'control'
  | 'unclosedString'
  | 'unclosedObject'
  | 'unclosedArray'
  | 'after'
  | 'deep';

export class JsonTextError extends Error {
  constructor(
    readonly mistake: JsonMistake,
    /** Position of the syntax error in UTF-16 code units. */
    readonly at: number,
  ) {
    super(`${mistake} at ${at}`);
  }
}

/** Maximum nesting depth of JSON. Higher than the API's limit, but safe for the call stack. */
const maxDepth = 400;

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[\p{L}\p{N}_$.+-]+/uy;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literals: Record<string, 'boolean' | 'null'> = { true: 'boolean', false: 'boolean', null: 'null' };

export function parseJsonText(text: string): JsonNode {
  const reader = new Reader(text);
  reader.skipSpace();
  if (reader.at === text.length) throw new JsonTextError('empty', 0);
  const node = reader.value(1);
  reader.skipSpace();
  if (reader.at < text.length) throw reader.mistake('after');
  return node;
}

class Reader {
  at = 0;

  constructor(private readonly text: string) {}

  skipSpace(): void {
    while (/[ \t\n\r]/.test(this.next())) this.at += 1;
  }

  value(depth: number): JsonNode {
    if (depth > maxDepth) throw this.mistake('deep');
    if (this.next() === '{') return this.object(depth);
    if (this.next() === '[') return this.array(depth);
    if (this.next() === '"') return { kind: 'string', ...this.string() };
    return /[-\d]/.test(this.next()) ? this.number() : this.literal();
  }

  /** Creates a syntax error, with a specific message for common mistakes. */
  mistake(mistake: JsonMistake, at = this.at): JsonTextError {
    const start = this.text.slice(at, at + 2);
    if (start.startsWith("'")) return new JsonTextError('singleQuotes', at);
    if (start === '//' || start === '/*') return new JsonTextError('comment', at);
    return new JsonTextError(mistake, at);
  }

  private next(): string {
    return this.text.charAt(this.at);
  }

  private object(depth: number): JsonNode {
    const start = this.at;
    const members: JsonMember[] = [];
    this.sequence({ close: '}', unclosed: 'unclosedObject', separator: 'commaOrBrace' }, () =>
      members.push(this.member(depth, start)),
    );
    return { kind: 'object', members, start, end: this.at };
  }

  private array(depth: number): JsonNode {
    const start = this.at;
    const items: JsonNode[] = [];
    this.sequence({ close: ']', unclosed: 'unclosedArray', separator: 'commaOrBracket' }, () =>
      items.push(this.value(depth + 1)),
    );
    return { kind: 'array', items, start, end: this.at };
  }

  private sequence(
    { close, unclosed, separator }: { close: string; unclosed: JsonMistake; separator: JsonMistake },
    readOne: () => void,
  ): void {
    const start = this.at;
    const skip = (): void => {
      this.skipSpace();
      // Reports a missing closing bracket at the opening bracket instead of at the end of the text.
      if (this.at === this.text.length) throw new JsonTextError(unclosed, start);
    };
    this.at += 1;
    skip();
    if (this.next() !== close) readOne();
    for (skip(); this.next() !== close; skip()) {
      if (this.next() !== ',') throw this.mistake(separator);
      const comma = this.at;
      this.at += 1;
      skip();
      if (this.next() === close) throw new JsonTextError('trailingComma', comma);
      readOne();
    }
    this.at += 1;
  }

  private member(depth: number, object: number): JsonMember {
    if (this.next() !== '"') throw this.mistake('key');
    const { value: key, start, end: keyEnd } = this.string();
    this.skipSpace();
    if (this.at === this.text.length) throw new JsonTextError('unclosedObject', object);
    if (this.next() !== ':') throw this.mistake('colon');
    this.at += 1;
    this.skipSpace();
    if (this.at === this.text.length) throw new JsonTextError('unclosedObject', object);
    return { key, start, keyEnd, value: this.value(depth + 1) };
  }

  private string(): Span & { value: string } {
    const start = this.at;
    this.at += 1;
    while (this.next() !== '"') {
      if (this.at === this.text.length || this.next() === '\n')
        throw new JsonTextError('unclosedString', start);
      if (this.next() < ' ') throw new JsonTextError('control', this.at);
      this.at += this.next() === '\\' ? this.lengthOf(escapePattern, 'escape') : 1;
    }
    this.at += 1;
    const literal = this.text.slice(start, this.at);
    return { value: JSON.parse(literal) as string, start, end: this.at };
  }

  private number(): JsonNode {
    const start = this.at;
    const length = this.lengthOf(numberPattern, 'number');
    // Detects words such as 01, 1.2.3 and 5px, which start with a number.
    wordPattern.lastIndex = start;
    if (wordPattern.exec(this.text)![0].length !== length) throw new JsonTextError('number', start);
    this.at += length;
    return { kind: 'number', start, end: this.at };
  }

  private literal(): JsonNode {
    const start = this.at;
    wordPattern.lastIndex = start;
    const word = wordPattern.exec(this.text)?.[0];
    if (word === undefined) throw this.mistake('value');
    const kind = Object.hasOwn(literals, word) ? literals[word] : undefined;
    if (!kind) throw new JsonTextError(/^[+.]?\d/.test(word) ? 'number' : 'literal', start);
    this.at += word.length;
    return { kind, start, end: this.at };
  }

  private lengthOf(pattern: RegExp, mistake: JsonMistake): number {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) throw new JsonTextError(mistake, this.at);
    return found[0].length;
  }
}
