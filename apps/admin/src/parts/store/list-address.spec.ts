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

describe('list address', () => {
  it('contains search, filters and page', () => {
    expect(Object.fromEntries(asked('?q=1001&filter[status]=open&page[after]=x'))).toEqual({
      sort: '-number',
      'page[after]': 'x',
      'filter[status]': 'open',
      'filter[q]': '1001',
    });
  });

  it('maps a search text to another filter if the list says so', () => {
    const find = (text: string) => ({ phone: text });
    expect(filtersOf({ ...definition, find }, '?q=%2B49&filter[status]=open')).toEqual({
      status: 'open',
      phone: '+49',
    });
  });

  it('leads to the first page of all filtered rows for a bulk action', () => {
    expect(everythingPath(definition, '?q=anna&filter[status]=open&page[after]=x')).toBe(
      `/api/orders?${new URLSearchParams({
        sort: '-number',
        'page[size]': '100',
        'filter[status]': 'open',
        'filter[q]': 'anna',
      }).toString()}`,
    );
  });

  it('requests the total of a filter, but not of a search', () => {
    expect(asked('?filter[status]=open').get('page[total]')).toBe('true');
    expect(asked('?q=anna').has('page[total]')).toBe(false);
  });

  it('ignores unknown filters', () => {
    expect([...asked('?filter[status]=stolen&filter[total_amount]=1&sort=id').keys()]).toEqual([
      'sort',
      'page[total]',
    ]);
    expect(wishesOf(definition, '?q=%20%20&filter[status]=stolen')).toEqual({ q: '', words: [''] });
  });

  it('returns to the first page when one filter changes, and keeps the others', () => {
    const search = '?q=1001&filter[status]=open&page[after]=x';
    expect(searchWith(definition, search, 'status', '')).toBe('?q=1001');
    expect(searchWith(definition, search, 'q', 'a b')).toBe('?q=a%20b&filter%5Bstatus%5D=open');
    expect(pageSearch(definition, search, 'http://x/api/orders?page%5Bbefore%5D=y')).toBe(
      '?q=1001&filter%5Bstatus%5D=open&page%5Bbefore%5D=y',
    );
  });
});
