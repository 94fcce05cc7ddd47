import { countOf, mistakesOf } from './range';

const range = (first_sequence: string, last_sequence: string) => ({ first_sequence, last_sequence });
const idOf = (id: string): string => id;

it.each([
  ['1', '1', 1],
  [' 12', '40 ', 29],
  ['2', '1', undefined],
  ['0', '5', undefined],
  ['1', '', undefined],
  ['1.5', '2', undefined],
  ['1', '1e3', undefined],
])('from %p to %p are %p', (first, last, count) => expect(countOf(range(first, last))).toBe(count));

describe('a range that is none', () => {
  it('is named at each of its fields that is no number', () => {
    expect(Object.keys(mistakesOf(idOf, range('', 'x')))).toEqual(['first_sequence', 'last_sequence']);
    expect(Object.keys(mistakesOf(idOf, range('1', '-2')))).toEqual(['last_sequence']);
  });

  it('is named at its end where that comes first', () => {
    expect(mistakesOf(idOf, range('3', '2'))).toEqual({ last_sequence: 'deliveries.range.order' });
    expect(mistakesOf(idOf, range('3', '3'))).toEqual({});
  });
});
