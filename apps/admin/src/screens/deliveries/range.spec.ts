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
])('countOf returns for the range from %p to %p the count %p', (first, last, count) =>
  expect(countOf(range(first, last))).toBe(count),
);

describe('mistakesOf', () => {
  it('returns an error for each field of an event range that does not contain a number', () => {
    expect(Object.keys(mistakesOf(idOf, range('', 'x')))).toEqual(['first_sequence', 'last_sequence']);
    expect(Object.keys(mistakesOf(idOf, range('1', '-2')))).toEqual(['last_sequence']);
  });

  it('returns an error for a range of events whose end precedes its start', () => {
    expect(mistakesOf(idOf, range('3', '2'))).toEqual({ last_sequence: 'deliveries.range.order' });
    expect(mistakesOf(idOf, range('3', '3'))).toEqual({});
  });
});
