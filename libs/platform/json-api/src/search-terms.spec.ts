import fc from 'fast-check';
import type { Resource } from './resource';
import { fold, tagTerm, termsOf, wordsOf } from './search-terms';

it.each([
  ['Blue mug', ['blue', 'mug']],
  ['T-Shirt  (crème)', ['t-shirt', '(creme)', 't', 'shirt', 'creme']],
  ['Müller\tWeiß', ['muller', 'weiss']],
  ['a\u0000b _c_ ', ['a\u0000b', '_c_', 'a', 'b', 'c']],
  [' ', []],
  ['x'.repeat(70), ['x'.repeat(64)]],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('are the same of a text that stands beside one with accents: plain ones take a shorter way', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZ09 -_.\t\u0000\u007f') });
  fc.assert(
    fc.property(plain, (text) => {
      const words = new Set(wordsOf(`${text} \u00e9`));
      words.delete('e');
      expect(new Set(wordsOf(`${text} b`))).toEqual(words.add('b'));
      expect(fold(`${text}\u00e9`)).toBe(`${fold(text)}e`);
    }),
  );
});

it('a row has each entry once, however often the word or the tag is there', () => {
  const resource = { search: { words: ['title'] }, filterable: { tags: 'tags' } } as unknown as Resource;
  expect(termsOf(resource, { title: 'Mug, mug', tags: ['sale', 'sale'] })).toEqual([
    { field: 'title', term: 'mug,' },
    { field: 'title', term: 'mug' },
    { field: 'tags', term: tagTerm('sale') },
  ]);
});
