import fc from 'fast-check';
import { fold } from '@storewright/text';
import { tagTerm, termsOf, wordsOf } from './search-terms';
import type { Resource } from './types';

it.each([
  ['Blue mug', ['blue', 'mug']],
  ['T-Shirt  (crème)', ['(creme)', 'creme', 'shirt', 't-shirt']],
  ['Mug, mugs and a mug', ['and', 'mug,', 'mugs']],
  ['Müller\tWeiß', ['muller', 'weiss']],
  ['a\u0000b _c_ ', ['_c_', 'a\u0000b', 'b', 'c']],
  [' ', []],
  ['x'.repeat(70), ['x'.repeat(64)]],
])('wordsOf(%j) returns %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('wordsOf ignores the text after 1,000 characters', () => {
  expect(wordsOf(`${'x '.repeat(499)}y end`)).toEqual(['x', 'y']);
});

it('wordsOf returns the same words by the fast path for ASCII text and by the general path', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZ09 -_.\t\u0000\u007f') });
  fc.assert(
    fc.property(plain, (text) => {
      expect(wordsOf(`${text} \u00e9`)).toEqual(wordsOf(`${text} e`));
      expect(fold(`${text}\u00e9`)).toBe(`${fold(text)}e`);
    }),
  );
});

it('wordsOf returns only words that are needed to find every prefix in the text', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'abß -_.é\u{1f600}') });
  fc.assert(
    fc.property(texts, (text) => {
      const words = wordsOf(text);
      const all = fold(text)
        .split(/\s+/u)
        .concat(fold(text).split(/[^\p{L}\p{M}\p{N}]+/u));
      for (const each of all) expect(each === '' || words.some((word) => word.startsWith(each))).toBe(true);
      for (const word of words) {
        expect(all).toContain(word);
        expect(words.filter((each) => each.startsWith(word))).toEqual([word]);
      }
    }),
  );
});

it('termsOf returns each search term once, even if a word or tag is repeated', () => {
  const resource = { search: { words: ['title'] }, filterable: { tags: 'tags' } } as unknown as Resource;
  expect(termsOf(resource, { title: 'Mug, mug', tags: ['sale', 'sale'] })).toEqual([
    { field: 'title', term: 'mug,' },
    { field: 'tags', term: tagTerm('sale') },
  ]);
});
