import fc from 'fast-check';
import { fold, handleOf } from './index';

describe('handleOf', () => {
  it.each([
    ['Mug', 'mug'],
    ['Crème brûlée, 2 pieces', 'creme-brulee-2-pieces'],
    ['  --A  &  B--  ', 'a-b'],
    ['ﬁne ½ L', 'fine-1-2-l'],
    ['Ångström', 'angstrom'],
    ['Łopata', 'lopata'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ["Men's men’s menʼs", 'mens-mens-mens'],
    ['T‑shirt', 't-shirt'],
    ['Чёрный чай', 'chernyy-chay'],
    ['Объём', 'obem'],
    ['Ελληνικός καφές', 'ellinikos-kafes'],
    ['さくら コーヒー', 'sakura-kohi'],
    ['北京烤鸭', 'beijingkaoya'],
    ['서울 김치', 'seoul-gimchi'],
    ['🦊', ''],
    ['', ''],
  ])('converts the title %j to the handle %j', (title, handle) => expect(handleOf(title)).toBe(handle));

  it('truncates a title of 255 characters to 240 without a hyphen at the end', () => {
    expect(handleOf('x'.repeat(255))).toHaveLength(240);
    expect(handleOf(`${'x'.repeat(239)} yy`)).toBe('x'.repeat(239));
  });

  it('returns lowercase words with single hyphens for random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(handleOf(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
    );
  });

  it('returns the same handle for a Latin title and its folded form', () => {
    const latin = fc.string({ unit: fc.constantFrom(...latinLetters, ' ', "'", '’', '‑', '-') });
    fc.assert(fc.property(latin, (title) => expect(handleOf(fold(title))).toBe(handleOf(title))));
  });
});

/** Latin letters of European and Vietnamese alphabets, with their ligatures. */
const latinLetters = [...Array(0x500).keys(), 0x1e9e, 0xfb01, 0xfb02]
  .concat([...Array(0x100).keys()].map((at) => 0x1e00 + at))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /^(?=\p{L})\p{Script=Latin}$/u.test(letter));
