import { tokensOf } from './tokens';
import { lineBreak } from './typing';

describe('lineBreak', () => {
  it('keeps the indentation of the line and increases the indentation after an opening bracket', () => {
    expect(lineBreak('  "a": 1,', 9, 9)).toEqual({ text: '\n  ', caret: 3 });
    expect(lineBreak('  "a": {', 8, 8)).toEqual({ text: '\n    ', caret: 5 });
  });

  it('moves the closing bracket to its own line if the caret is between two brackets', () => {
    expect(lineBreak('  {}', 3, 3)).toEqual({ text: '\n    \n  ', caret: 5 });
  });
});

describe('tokensOf', () => {
  it('distinguishes keys, strings, numbers and words, even in an incomplete line', () => {
    const kinds = (line: string) => tokensOf(line).map(({ kind = '-', text }) => `${kind} ${text}`);
    expect(kinds('"a": "b:\\"c", "d": [-1.5e3, true]')).toEqual([
      'key "a"',
      '- : ',
      'string "b:\\"c"',
      '- , ',
      'key "d"',
      '- : [',
      'number -1.5e3',
      '- , ',
      'word true',
      '- ]',
    ]);
    expect(kinds('"a": "open')).toEqual(['key "a"', '- : ', 'string "open']);
  });

  it('returns tokens that together contain every character of the line', () => {
    const line = '  {"a" : nul, 01 "x\\';
    expect(
      tokensOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  });
});
