import { tokensOf } from './tokens';
import { lineBreak } from './typing';

describe('Enter', () => {
  it('keeps the indent, and goes further in after a bracket', () => {
    expect(lineBreak('  "a": 1,', 9, 9)).toEqual({ text: '\n  ', caret: 3 });
    expect(lineBreak('  "a": {', 8, 8)).toEqual({ text: '\n    ', caret: 5 });
  });

  it('between two brackets puts the closing one on a line of its own', () => {
    expect(lineBreak('  {}', 3, 3)).toEqual({ text: '\n    \n  ', caret: 5 });
  });
});

describe('the colours of a line', () => {
  it('tell keys, texts, numbers and words apart, also in a line that is not finished', () => {
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

  it('lose no character', () => {
    const line = '  {"a" : nul, 01 "x\\';
    expect(
      tokensOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  });
});
