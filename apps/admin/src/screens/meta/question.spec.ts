import { isFirstPage } from '../../parts/place';
import {
  type Condition,
  emptyQuestion,
  isEverything,
  mistakeOf,
  pageSearch,
  pathOf,
  questionText,
  readQuestion,
  searchOf,
} from './question';

const conditions: Condition[] = [
  { key: 'priority', operator: '>=', type: 'number', value: '5.0' },
  { key: 'colour', operator: '!=', type: 'text', value: 'a "b" & c=d' },
  { key: 'gift', operator: '=', type: 'boolean', value: 'false' },
  { key: 'courier', operator: 'has', type: 'text', value: '' },
];
const question = { resourceType: 'orders', resourceId: '10/01', conditions, order: 'id' as const };

describe('a question', () => {
  it('is in the address, whole', () => {
    expect(readQuestion(searchOf(question))).toEqual({ ...question, isWhole: true });
    expect(searchOf(emptyQuestion)).toBe('');
  });

  it('is asked in the words of the API, with the numbers as they were typed', () => {
    const asked = new URLSearchParams(pathOf(searchOf(question)).split('?')[1]);
    expect(Object.fromEntries(asked)).toEqual({
      'filter[resource_type]': 'orders',
      'filter[resource_id]': '10/01',
      'filter[meta]':
        '[{"key":"priority","operator":">=","value":5.0},{"key":"colour","operator":"!=","value":"a \\"b\\" & c=d"},{"key":"gift","operator":"=","value":false},{"key":"courier"}]',
      sort: 'id',
    });
  });

  it('about everything is asked newest first', () => {
    expect(pathOf('?utm=x')).toBe('/api/meta?sort=-id');
    expect([isEverything('?sort=id'), isEverything('?filter[meta]=x')]).toEqual([true, false]);
  });

  it('tells a text from a number that looks the same', () => {
    const read = (json: string) => readQuestion(`?filter[meta]=${encodeURIComponent(json)}`).conditions;
    expect(read('{"key":"a","value":"5"}')).toEqual([{ key: 'a', operator: '=', type: 'text', value: '5' }]);
    expect(read('[{"key":"a","value":5}]')).toEqual([
      { key: 'a', operator: '=', type: 'number', value: '5' },
    ]);
  });

  it.each([
    'no JSON',
    '5',
    '{"value":1}',
    '{"key":"a","operator":">"}',
    '{"key":"a","value":null}',
    '{"key":"a","other":1}',
    '[{"key":"a","operator":"~","value":1}]',
  ])('that was typed into the address as %s is left to the API to refuse', (json) => {
    const search = `?filter[meta]=${encodeURIComponent(json)}`;
    expect(readQuestion(search)).toMatchObject({ conditions: [], isWhole: false });
    expect(pathOf(search)).toContain(encodeURIComponent(json));
  });
});

describe('a page of the results', () => {
  const search = '?sort=id&page%5Bafter%5D=abc';
  it('is a place in the address, and no part of the question', () => {
    expect([isFirstPage(search), isFirstPage('?sort=id')]).toEqual([false, true]);
    expect(questionText(search)).toBe('?sort=id');
    expect(pathOf(search)).toBe('/api/meta?sort=id&page%5Bafter%5D=abc');
  });

  it('is taken from a link of the API, in place of the one before', () => {
    const link = 'http://demo-shop.localhost:3000/api/meta?sort=id&page%5Bbefore%5D=x%2By%3D';
    expect(pageSearch(search, link)).toBe('?sort=id&page%5Bbefore%5D=x%2By%3D');
    expect(pageSearch(search, undefined)).toBe('?sort=id');
  });
});

describe('a condition', () => {
  const mistakes = (changes: Partial<Condition>) => mistakeOf({ ...conditions[0]!, ...changes });

  it.each(['5', '-0.25', '1e3', ' 5 '])('takes the number %p', (value) =>
    expect(mistakes({ value })).toEqual({}),
  );

  it.each(['', '5,5', '0x10', '1_000', '.5', '05', 'NaN', '1e999'])('takes no number %p', (value) =>
    expect(mistakes({ value })).toEqual({ value: 'meta.condition.value.number' }),
  );

  it('needs a key, and a boolean has no order', () => {
    expect(mistakes({ key: '' })).toEqual({ key: 'meta.condition.key.missing' });
    expect(mistakes({ type: 'boolean' })).toEqual({ value: 'meta.condition.value.order' });
    expect(mistakes({ type: 'boolean', operator: '=' })).toEqual({});
  });

  it('is not asked with what no address can hold', () => {
    expect(mistakes({ key: '\ud800', type: 'text', value: '\0' })).toEqual({
      key: 'meta.condition.malformed',
      value: 'meta.condition.malformed',
    });
  });
});
