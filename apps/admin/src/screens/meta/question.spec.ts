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
  sortedBy,
} from './question';

const conditions: Condition[] = [
  { key: 'priority', operator: '>=', type: 'number', value: '5.0' },
  { key: 'colour', operator: '!=', type: 'text', value: 'a "b" & c=d' },
  { key: 'gift', operator: '=', type: 'boolean', value: 'false' },
  { key: 'courier', operator: 'has', type: 'text', value: '' },
];
const question = { resourceType: 'orders', resourceId: '10/01', conditions, order: 'id' as const };

describe('meta object query', () => {
  it('is unchanged after conversion to a URL and back', () => {
    expect(readQuestion(searchOf(question))).toEqual({ ...question, isWhole: true });
    expect(searchOf(emptyQuestion)).toBe('');
  });

  it('has the API’s query parameters and keeps the typed digits of numbers', () => {
    const asked = new URLSearchParams(pathOf(searchOf(question)).split('?')[1]);
    expect(Object.fromEntries(asked)).toEqual({
      'filter[resource_type]': 'orders',
      'filter[resource_id]': '10/01',
      'filter[meta]':
        '[{"key":"priority","operator":">=","value":5.0},{"key":"colour","operator":"!=","value":"a ' +
        '\\"b\\" & c=d"},{"key":"gift","operator":"=","value":false},{"key":"courier"}]',
      sort: 'id',
    });
  });

  it('keeps its filters and returns to the first page when its sort order changes', () => {
    const search = '?filter[meta]=x&sort=id&page[after]=y&page[size]=5';
    expect(sortedBy(search, '-resource_type')).toBe(
      '?filter%5Bmeta%5D=x&sort=-resource_type&page%5Bsize%5D=5',
    );
    expect(sortedBy(search, '-id')).toBe('?filter%5Bmeta%5D=x&page%5Bsize%5D=5');
  });

  it('requests all objects, newest first, if no filter is set', () => {
    expect(pathOf('?utm=x')).toBe('/api/meta?sort=-id');
    expect([isEverything('?sort=id'), isEverything('?filter[meta]=x')]).toEqual([true, false]);
  });

  it('reads a number in quotes as text and a number without quotes as a number', () => {
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
  ])('leaves the invalid condition %s in the URL, so that the API rejects it', (json) => {
    const search = `?filter[meta]=${encodeURIComponent(json)}`;
    expect(readQuestion(search)).toMatchObject({ conditions: [], isWhole: false });
    expect(pathOf(search)).toContain(encodeURIComponent(json));
  });
});

describe('result page of a meta object query', () => {
  const search = '?sort=id&page%5Bafter%5D=abc';
  it('is in the URL, but is not part of the query', () => {
    expect([isFirstPage(search), isFirstPage('?sort=id')]).toEqual([false, true]);
    expect(questionText(search)).toBe('?sort=id');
    expect(pathOf(search)).toBe('/api/meta?sort=id&page%5Bafter%5D=abc');
  });

  it('comes from the cursor of a pagination link', () => {
    const link = 'http://demo-shop.localhost:3000/api/meta?sort=id&page%5Bbefore%5D=x%2By%3D';
    expect(pageSearch(search, link)).toBe('?sort=id&page%5Bbefore%5D=x%2By%3D');
    expect(pageSearch(search, undefined)).toBe('?sort=id');
  });
});

describe('condition of a meta object query', () => {
  const mistakes = (changes: Partial<Condition>) => mistakeOf({ ...conditions[0]!, ...changes });

  it.each(['5', '-0.25', '1e3', ' 5 '])('accepts the number %p', (value) =>
    expect(mistakes({ value })).toEqual({}),
  );

  it.each(['', '5,5', '0x10', '1_000', '.5', '05', 'NaN', '1e999'])('rejects the number %p', (value) =>
    expect(mistakes({ value })).toEqual({ value: 'meta.condition.value.number' }),
  );

  it('requires a key, and rejects an operator such as > for a boolean', () => {
    expect(mistakes({ key: '' })).toEqual({ key: 'meta.condition.key.missing' });
    expect(mistakes({ type: 'boolean' })).toEqual({ value: 'meta.condition.value.order' });
    expect(mistakes({ type: 'boolean', operator: '=' })).toEqual({});
  });

  it('rejects text that a URL cannot contain', () => {
    expect(mistakes({ key: '\ud800', type: 'text', value: '\0' })).toEqual({
      key: 'meta.condition.malformed',
      value: 'meta.condition.malformed',
    });
  });
});
