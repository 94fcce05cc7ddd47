import {
  everythingPath,
  filtersOf,
  type ListDefinition,
  listPath,
  pageSearch,
  searchWith,
  wishesOf,
} from './list-address';

const definition: ListDefinition = {
  path: '/api/orders',
  sort: '-number',
  filters: [{ name: 'status', words: ['open', 'completed'] }],
};
const asked = (search: string) => new URL(listPath(definition, search), 'http://x').searchParams;

describe('the address of a list', () => {
  it('says what is searched and filtered for, and at which page', () => {
    expect(Object.fromEntries(asked('?q=1001&filter[status]=open&page[after]=x'))).toEqual({
      sort: '-number',
      'page[after]': 'x',
      'filter[status]': 'open',
      'filter[q]': '1001',
    });
  });

  it('is where a list may say that something else than words finds what was typed', () => {
    const find = (text: string) => ({ phone: text });
    expect(filtersOf({ ...definition, find }, '?q=%2B49&filter[status]=open')).toEqual({
      status: 'open',
      phone: '+49',
    });
  });

  it('is all of it where every row is wanted: from the first page, with what is searched and filtered for', () => {
    expect(everythingPath(definition, '?q=anna&filter[status]=open&page[after]=x')).toBe(
      `/api/orders?${new URLSearchParams({ sort: '-number', 'page[size]': '100', 'filter[status]': 'open', 'filter[q]': 'anna' }).toString()}`,
    );
  });

  it('counts what is listed, but not what a search finds', () => {
    expect(asked('?filter[status]=open').get('page[total]')).toBe('true');
    expect(asked('?q=anna').has('page[total]')).toBe(false);
  });

  it('asks for nothing that the list does not know', () => {
    expect([...asked('?filter[status]=stolen&filter[total_amount]=1&sort=id').keys()]).toEqual([
      'sort',
      'page[total]',
    ]);
    expect(wishesOf(definition, '?q=%20%20&filter[status]=stolen')).toEqual({ q: '', words: [''] });
  });

  it('begins with the first page where a wish changes, and keeps the others', () => {
    const search = '?q=1001&filter[status]=open&page[after]=x';
    expect(searchWith(definition, search, 'status', '')).toBe('?q=1001');
    expect(searchWith(definition, search, 'q', 'a b')).toBe('?q=a%20b&filter%5Bstatus%5D=open');
    expect(pageSearch(definition, search, 'http://x/api/orders?page%5Bbefore%5D=y')).toBe(
      '?q=1001&filter%5Bstatus%5D=open&page%5Bbefore%5D=y',
    );
  });
});
