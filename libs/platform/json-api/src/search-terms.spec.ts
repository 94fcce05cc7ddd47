import fc from 'fast-check';
import { fold, wordsOf } from './search-terms';

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
