import { withNamedParameters } from './named-parameters';

it.each([
  ['SELECT $3, $1, $3', ['a', 'b', 'c'], 'SELECT $1, $2, $1', ['c', 'a']],
  ['SELECT $12', Array.from({ length: 12 }, (_, at) => at), 'SELECT $1', [11]],
  ['SELECT 1', ['a'], 'SELECT 1', []],
])('withNamedParameters() keeps only the values that the text uses: %s', (text, values, shorter, kept) => {
  expect(withNamedParameters({ name: 'one', text, values })).toEqual({
    name: 'one',
    text: shorter,
    values: kept,
  });
});
