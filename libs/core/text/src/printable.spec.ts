import { printable, printableLines } from './printable';

describe('printable', () => {
  it.each([
    ['\u001b[2Jgone', '\\u001b[2Jgone'],
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['a\nb\rc\td', 'a\\u000ab\\u000dc\\u0009d'],
    ['\u009b31m\u007f', '\\u009b31m\\u007f'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['Łopata – 東京 👩‍🔧', 'Łopata – 東京 👩‍🔧'],
  ])('returns %j as %s', (text, shown) => expect(printable(text)).toBe(shown));
});

describe('printableLines', () => {
  it('keeps line breaks and escapes all remaining control characters', () =>
    expect(printableLines('one\ntwo\u001b[1A\r')).toBe('one\ntwo\\u001b[1A\\u000d'));
});
