import fc from 'fast-check';
import { type JsonMistake, type JsonNode, JsonTextError, parseJsonText } from './json-text';

/** Returns the kind and position of the syntax error, such as `<mistake> at <line>:<column>`. */
function mistakeIn(text: string): string {
  try {
    parseJsonText(text);
    return 'none';
  } catch (error) {
    const { mistake, at } = error as JsonTextError;
    const lines = text.slice(0, at).split('\n');
    return `${mistake} at ${lines.length}:${lines.at(-1)!.length + 1}`;
  }
}

function valueOf(text: string, node: JsonNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(text, value)]));
  if (node.kind === 'array') return node.items.map((item) => valueOf(text, item));
  return JSON.parse(text.slice(node.start, node.end));
}

describe('parseJsonText', () => {
  it('returns the same values as JSON.parse, with the position of each value', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        expect(valueOf(text, parseJsonText(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('rejects exactly the texts that JSON.parse rejects', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '0.5',
      '01',
      'e9',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      "'",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        expect([text, mistakeIn(text) === 'none']).toEqual([text, accepted]);
      }),
      { numRuns: 3000 },
    );
  });

  const mistakes: [text: string, JsonMistake, place: string][] = [
    ['', 'empty', '1:1'],
    ['{"a":1,}', 'trailingComma', '1:7'],
    ['[1,\n]', 'trailingComma', '1:3'],
    ['{"a":1 "b":2}', 'commaOrBrace', '1:8'],
    ['[1 2]', 'commaOrBracket', '1:4'],
    ['{"a" 1}', 'colon', '1:6'],
    ['{a: 1}', 'key', '1:2'],
    ["{'a': 1}", 'singleQuotes', '1:2'],
    ['{"a": // no\n1}', 'comment', '1:7'],
    ['{"a": }', 'value', '1:7'],
    ['{"a": True}', 'literal', '1:7'],
    ['{"a": undefined}', 'literal', '1:7'],
    ['{"a": 01}', 'number', '1:7'],
    ['{"a": .5}', 'number', '1:7'],
    ['{"a": 1.}', 'number', '1:7'],
    ['{"a": "\\x"}', 'escape', '1:8'],
    ['{"a": "\t"}', 'control', '1:8'],
    ['{\n  "a": "b\n}', 'unclosedString', '2:8'],
    ['{\n  "a": {\n    "b": 1\n}', 'unclosedObject', '1:1'],
    ['{"a": [1, 2', 'unclosedArray', '1:7'],
    ['{} {}', 'after', '1:4'],
    ['['.repeat(100_000), 'deep', '1:401'],
  ];
  it.each(mistakes)('reports the kind and position of the syntax error in %p', (text, mistake, place) => {
    expect(mistakeIn(text)).toBe(`${mistake} at ${place}`);
  });
});
