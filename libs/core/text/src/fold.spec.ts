import fc from 'fast-check';
import { fold, foldKey } from './index';

/** Characters without case and composition, which would take most of the time of a test of all characters. */
const isIdeograph = /[\p{Script=Han}\p{Surrogate}\p{Unassigned}]/u;

describe('fold', () => {
  it.each([
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδός', 'ΟΔΟΣ'],
    ["O'Neil", 'o’neil'],
    ["O'Neil", 'OʼNeil'],
    ["O'Neil", 'o´neil'],
    ['T-shirt', 't‑SHIRT'],
    ['3-4', '3–4'],
    ['fine', 'ﬁne'],
    ['Łódź', 'lodz'],
    ['Iğdır', 'iGDIR'],
    ['İstanbul', 'istanbul'],
    ['ёлка', 'ЕЛКА'],
    ['Ｆｕｌｌ', 'full'],
    ['co\u00adop', 'coop'],
    ['Zażółć'.normalize('NFC'), 'Zażółć'.normalize('NFD')],
  ])('folds %j and %j to the same string', (one, other) => expect(fold(one)).toBe(fold(other)));

  it.each([
    ['か', 'が'],
    ['का', 'की'],
    ['o', 'ö1'],
    ['ab', 'a-b'],
  ])('folds %j and %j to different strings', (one, other) => expect(fold(one)).not.toBe(fold(other)));

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(..."aßẞΣςσIıİiſﬁ’ʼ‑-'´eé\u0301\u0308\u3099かǰŉᾳΐ") }),
  );

  it('returns a folded text unchanged', () => {
    fc.assert(fc.property(text, (each) => expect(fold(fold(each))).toBe(fold(each))));
  });

  const sameTexts = (each: string) =>
    [each.toLowerCase(), each.toUpperCase(), each.normalize('NFD'), each.normalize('NFC')] as const;

  it('returns the same text regardless of case and Unicode composition', () => {
    fc.assert(
      fc.property(text, (each) => {
        for (const same of sameTexts(each)) expect(fold(same)).toBe(fold(each));
      }),
      { numRuns: 1000 },
    );
  });

  it('returns the same text for each character of the first two Unicode planes in both cases and compositions', () => {
    const failed: string[] = [];
    for (let point = 0x80; point < 0x20000; point += 1) {
      const each = String.fromCodePoint(point);
      if (isIdeograph.test(each)) continue;
      if (sameTexts(each).some((same) => fold(same) !== fold(each))) failed.push(point.toString(16));
    }
    expect(failed).toEqual([]);
  });
});

describe('foldKey', () => {
  it('removes spaces around an email address', () =>
    expect(foldKey('\u00a0 Jörg@Example.com ')).toBe('jorg@example.com'));
});
